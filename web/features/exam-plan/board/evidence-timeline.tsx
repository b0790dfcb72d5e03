import { useTranslation } from '../../../lib/i18n.ts';
import { formatTime } from '../../../lib/format-time.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { AttemptEvidenceView } from '../exam-plan-queries.ts';
import { computeTimeline } from './evidence-view.ts';

/** Shows when each PC delivered. Deliveries right of a move's line came after the move. */
export function EvidenceTimeline({ evidence }: { evidence: AttemptEvidenceView }) {
  const { t } = useTranslation('examPlan');
  const { fromMs, toMs, rows, moves, end } = computeTimeline(evidence);
  return (
    <Panel bodyClassName="px-4 pt-3 pb-2">
      <figure aria-label={t('timeline')} className="num grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 text-[13px]">
        <div className="flex flex-col">
          {rows.map(({ pc }) => (
            <span key={pc} className="flex h-8 items-center font-medium">
              {t('pc', { n: pc })}
            </span>
          ))}
        </div>
        <div className="relative">
          {rows.map(({ pc, bars }) => (
            <div key={pc} className="relative h-8 border-b border-dashed last:border-b-0">
              {bars.map((bar, at) => (
                <span
                  key={at}
                  title={t('barTitle', { count: bar.ops })}
                  style={{ left: `${bar.from}%`, width: `max(6px, ${bar.to - bar.from}%)` }}
                  className="absolute top-2 h-4 rounded-sm bg-primary text-center text-[12px] leading-4 whitespace-nowrap text-primary-foreground"
                >
                  {bar.to - bar.from > 12 && t('barTitle', { count: bar.ops })}
                </span>
              ))}
            </div>
          ))}
          {moves.map((move) => (
            <i key={move.pc} aria-hidden style={{ left: `${move.at}%` }} className="absolute -top-1 -bottom-1 w-0.5 bg-foreground" />
          ))}
          <i aria-hidden style={{ left: `${end}%` }} className="absolute inset-y-0 border-l border-dashed border-seal" />
        </div>
        <span />
        <figcaption className="mt-1 flex flex-wrap justify-between gap-x-4 text-muted-foreground">
          <span>{formatTime(fromMs)}</span>
          {moves.map((move) => (
            <span key={move.pc} className="font-medium text-foreground">
              {t(move.paper ? 'sheetAt' : 'movedAt', { time: formatTime(move.ms), n: move.pc })}
            </span>
          ))}
          <span>{t('ends', { time: formatTime(evidence.deadlineMs) })}</span>
          {toMs > evidence.deadlineMs && <span>{t('lastArrival', { time: formatTime(toMs) })}</span>}
        </figcaption>
      </figure>
    </Panel>
  );
}
