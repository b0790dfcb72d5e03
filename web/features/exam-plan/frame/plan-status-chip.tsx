import { useTranslation } from '../../../lib/i18n.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { ExamStatusChip } from '../../../ui/entity/status-chip.tsx';
import type { PlanSummary } from '../exam-plan-queries.ts';

/** Shows the status of an exam. A withdrawn exam has a chip of its own, though its status is "not enabled". */
export function PlanStatusChip({ plan }: { plan: Pick<PlanSummary, 'status' | 'withdrawn'> }) {
  const { t } = useTranslation(['examPlan', 'words']);
  if (plan.withdrawn === null) return <ExamStatusChip status={plan.status} />;
  return (
    <Chip tone="seal" mark="square">
      {t('words:withdrawn')}
    </Chip>
  );
}
