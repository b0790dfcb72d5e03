import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { RoomState } from '../use-invigilated-room.ts';

/** Milliseconds before the start at which the code may be shown. A code shown early would open the paper early (SY18). */
const shownAheadMs = 5 * 60_000;

/** Shows the release code, which opens the room's paper without a network (SY18). The tablet stores the code, so the dialog works offline. */
export function CodeDialog({ room, onClose }: { room: RoomState; onClose: () => void }) {
  const { t } = useTranslation('invigilation');
  const [asked, setAsked] = useState(false);
  const fromMs = (room.board?.startMs ?? 0) - shownAheadMs;
  const early = room.nowMs < fromMs;
  return (
    <Dialog open onOpenChange={onClose} title={t('releaseCode')} description={t('releaseCodeText')}>
      <div className="flex flex-col gap-3" aria-live="polite">
        {room.releaseCode === '' && <Strip tone="kept">{t('releaseCodeNone')}</Strip>}
        {room.releaseCode !== '' && early && <Strip tone="neutral">{t('releaseCodeEarly', { time: formatTime(fromMs) })}</Strip>}
        {room.releaseCode !== '' && !early && !asked && (
          <Button size="lg" onClick={() => setAsked(true)}>
            {t('releaseCodeShow')}
          </Button>
        )}
        {asked && !early && (
          <>
            <p className="num pt-6 text-center font-mono text-[clamp(34px,7.2vw,54px)] leading-tight font-semibold whitespace-nowrap">
              {room.releaseCode}
            </p>
            <div className="mx-auto w-44">
              <QrPicture text={room.releaseCode} label={t('codePicture', { code: room.releaseCode })} />
            </div>
            <p className="text-center text-[13px] text-muted-foreground">{t('releaseCodeScan')}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
