import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { codeText } from '../marking-queries.ts';
import type { useMarks } from '../use-marks.ts';

/** Where what was given is: on this PC, with the server, or refused with its reason. */
export function MarksLamp({ marks, ready }: { marks: ReturnType<typeof useMarks>; ready: boolean }) {
  const { t } = useTranslation('marking');
  const { keptMs, waiting, refused } = marks;
  return (
    <>
      <p aria-live="polite" className="num flex min-h-6 flex-wrap items-center gap-2.5 text-[13px]">
        {keptMs !== null && (
          <Chip tone="delivered" mark="dot">
            {t('keptHere', { time: formatTime(keptMs) })}
          </Chip>
        )}
        {waiting.length > 0 ? (
          <Chip tone="kept" mark="ring">
            {t('notSent', { count: waiting.length })}
          </Chip>
        ) : (
          keptMs !== null && (
            <Chip tone="delivered" mark="dot">
              {t('allSent')}
            </Chip>
          )
        )}
        {ready && <span className="text-muted-foreground">{t('nextReady')}</span>}
      </p>
      {refused.map(({ name, mark, refused: why }) => (
        <Strip key={name} tone="seal">
          <span className="num">{t('notTaken', { code: codeText(mark.code), reason: why })}</span>
          <Button size="sm" className="ml-3" data-press="again" onClick={() => void marks.forget(name)}>
            {t('understood')}
          </Button>
        </Strip>
      ))}
    </>
  );
}
