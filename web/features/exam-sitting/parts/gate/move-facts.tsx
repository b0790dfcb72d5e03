import { useTranslation } from '../../../../lib/i18n.ts';
import { formatClock } from '../../../../lib/format-time.ts';
import { maxContactGapMs } from '../../../../../sync/contract/exams/sync.ts';
import type { OtherSeatState } from '../../../../../sync/contract/exams/sitting.ts';
import { splitDuration } from '../../model/time-text.ts';

/**
 * Describes the PC that holds the seat before the exam is moved here (SY15). It may be this PC with its storage cleared: the server cannot tell
 * them apart.
 */
export function MoveFacts({ other }: { other: OtherSeatState | null }) {
  const { t } = useTranslation('examSitting');
  const isInContact = other?.connected === true && other.heardMs !== null && other.serverNow - other.heardMs <= maxContactGapMs;
  const ago = splitDuration(other === null || other.heardMs === null ? 0 : other.serverNow - other.heardMs);
  return (
    <div className="space-y-3 text-left">
      <p>{t('move.why')}</p>
      {other !== null && (
        <dl className="num grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 rounded-lg border bg-muted/40 px-4 py-3 text-[15px] text-foreground">
          <dt className="text-muted-foreground">{t('move.heard')}</dt>
          <dd>
            {other.heardMs === null
              ? t('move.neverHeard')
              : t('move.heardAt', { time: formatClock(other.heardMs), ago: t(`unit.${ago.unit}`, { count: ago.count }) })}
          </dd>
          <dt className="text-muted-foreground">{t('move.line')}</dt>
          <dd>{t(isInContact ? 'move.connected' : 'move.silent')}</dd>
          <dt className="text-muted-foreground">{t('move.arrived')}</dt>
          <dd>{t('move.arrivedValue', { ops: other.receivedOps, answered: other.answered })}</dd>
        </dl>
      )}
      <p>{t('move.cleared')}</p>
      <p>{t('move.rest')}</p>
      <p>
        <strong className="font-semibold text-foreground">{t('move.better')}</strong> {t('move.betterMore')}
      </p>
    </div>
  );
}
