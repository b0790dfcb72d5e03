import { useTranslation } from '../../../lib/i18n.ts';
import { Chip } from '../../../ui/chip.tsx';
import { ExamStatusChip } from '../../../ui/status-chip.tsx';
import type { PlanSummary } from '../exam-plan-queries.ts';

/** The exam's status; one that was called off is more than not enabled. */
export function PlanStatusChip({ plan }: { plan: Pick<PlanSummary, 'status' | 'withdrawn'> }) {
  const { t } = useTranslation('examPlan');
  if (plan.withdrawn === null) return <ExamStatusChip status={plan.status} />;
  return (
    <Chip tone="seal" mark="square">
      {t('withdrawn')}
    </Chip>
  );
}
