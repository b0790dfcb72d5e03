import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { RevisionPanel } from '../frame/revision-panel.tsx';
import { PlanFrame } from '../frame/plan-frame.tsx';

/** Shows the exam as its examinees see it: the binding times and the notice. */
export function PlanNoticePage() {
  const { t } = useTranslation('examPlan');
  return (
    <PlanFrame>
      {(plan) => {
        const { startMs, durationMs, entryLimitMs, earliestHandInMs, examineeCount, notice } = plan;
        return (
          <>
            <FigureStrip
              figures={[
                { label: t('start'), value: formatDateTime(startMs) },
                { label: t('entryUntil'), value: formatTime(startMs + entryLimitMs) },
                { label: t('handInFrom'), value: formatTime(startMs + earliestHandInMs) },
                { label: t('endsAt'), value: formatTime(startMs + durationMs) },
                { label: t('examinees'), value: examineeCount },
              ]}
            />
            <Panel title={t('notice')}>
              {notice === '' ? (
                <EmptyState title={t('noNotice')} />
              ) : (
                <p className="max-w-[72ch] px-4 py-3.5 leading-relaxed whitespace-pre-line">{notice}</p>
              )}
            </Panel>
            <RevisionPanel plan={plan} />
          </>
        );
      }}
    </PlanFrame>
  );
}
