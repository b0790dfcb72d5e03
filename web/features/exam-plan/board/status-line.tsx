import { useTranslation } from '../../../lib/i18n.ts';
import { examStatus } from '../../../../sync/contract/codes.ts';
import { examPhases } from '../../../../sync/domain/exams/exam-machine.ts';
import { cn } from '../../../lib/cn.ts';
import { formatTime } from '../../../lib/format-time.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { ExamPlan } from '../exam-plan-queries.ts';

const shown = [examStatus.upcoming, examStatus.started, examStatus.entryForbidden, examStatus.handInAllowed] as const;
const looks = ['bg-muted', 'bg-primary-soft text-accent-foreground', 'bg-primary/25 text-foreground', 'bg-primary text-primary-foreground'];

/** Draws the statuses of an enabled plan on a time line, from the shared table of phases. Says that a plan starts only if it is enabled. */
export function StatusLine({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('planPart');
  const begins = new Map(examPhases.map((phase) => [phase.status, phase.fromMs(plan)]));
  const endMs = plan.startMs + plan.durationMs;
  const starts = shown.map((status) => Math.min(begins.get(status) ?? endMs, endMs));
  const spans = shown
    .map((status, at) => ({ status, at, fromMs: starts[at] ?? endMs, lasts: (starts[at + 1] ?? endMs) - (starts[at] ?? endMs) }))
    .filter((one) => one.lasts > 0);
  return (
    <Panel
      title={
        <>
          {t('phases')} <span className="ml-1.5 text-[13px] font-normal text-muted-foreground">{t('phasesNote')}</span>
        </>
      }
      bodyClassName="px-3.5 py-3"
    >
      {/* A minimum width keeps the shortest phase readable, so the line is not to scale. */}
      <ol className="num grid" style={{ gridTemplateColumns: [...spans.map((one) => `minmax(84px, ${one.lasts}fr)`), 'auto'].join(' ') }}>
        {spans.map(({ status, at, fromMs }) => (
          <li key={status} className="min-w-0">
            <span className={cn('block truncate rounded-sm px-2.5 py-1.5 text-[13px]', looks[at])}>{t(`phase_${status}`)}</span>
            <time dateTime={new Date(fromMs).toISOString()} className="mt-1 block text-[13px] font-semibold">
              {formatTime(fromMs)}
            </time>
          </li>
        ))}
        <li className="self-end pl-1.5 text-[13px] font-semibold">{formatTime(endMs)}</li>
      </ol>
      {plan.status === examStatus.notEnabled && <p className="mt-2 text-[13px] text-kept-ink">{t('phasesOff')}</p>}
    </Panel>
  );
}
