import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { stripKind } from '../model/lamp-state.ts';
import type { SittingDesk } from '../model/sitting-desk.ts';
import { lengthOf } from '../model/time-text.ts';
import { useSnapshot } from './use-desk.ts';

const look = 'items-center rounded-none px-6 py-[7px] text-sm [&>i]:mt-0';

/** Under the header, in order of weight: what is not saved, a mark of cheating, what is not delivered, what can't be read. Offline is no error. */
export const PlayerStrips = memo(function PlayerStrips({ desk }: { desk: SittingDesk }) {
  const { t } = useTranslation('examSitting');
  const at = useSnapshot(desk);
  const [seenUnreadable, setSeenUnreadable] = useState(false);
  const { lamps, news, unreadable } = at.view;
  const kind = stripKind(at);
  const age = lengthOf(lamps.oldestUnreceivedMs ?? 0);
  return (
    <div className="flex-none">
      <div role="alert">
        {kind === 'failed' && (
          <Strip
            tone="seal"
            className={look}
            action={
              <Button size="sm" variant="seal" onClick={() => desk.tryAgain()}>
                {t('player.tryAgain')}
              </Button>
            }
          >
            {t(`player.failure.${lamps.failure ?? 'storage'}`)}
          </Strip>
        )}
        {(news?.cheatingReason ?? '') !== '' && (
          <Strip tone="seal" className={look}>
            {t('overlay.cheatingStrip', { reason: news?.cheatingReason ?? '' })}
          </Strip>
        )}
      </div>
      <div role="status">
        {kind === 'offline' && (
          <Strip tone="kept" className={look}>
            {t('player.offline')}
          </Strip>
        )}
        {kind === 'lagging' && (
          <Strip tone="kept" className={look}>
            {t('player.lagging', { count: lamps.here - lamps.received, age: t(`unit.${age.unit}`, { count: age.count }) })}
          </Strip>
        )}
        {unreadable > 0 && !seenUnreadable && (
          <Strip
            tone="neutral"
            className={look}
            action={
              <Button size="sm" onClick={() => setSeenUnreadable(true)}>
                {t('overlay.understood')}
              </Button>
            }
          >
            {t('player.unreadable')}
          </Strip>
        )}
      </div>
    </div>
  );
});
