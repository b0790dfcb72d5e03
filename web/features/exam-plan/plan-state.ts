import { examStatus } from '../../../sync/contract/codes.ts';
import { planState, type PlanStateCode } from '../../../sync/machines/exam-machine.ts';
import type { PlanSummary } from './exam-plan-queries.ts';

/** What people have decided about a plan: its status says it, but for one that was called off. */
export function stateOf(plan: Pick<PlanSummary, 'status' | 'withdrawn'>): PlanStateCode {
  if (plan.withdrawn !== null) return planState.withdrawn;
  return plan.status === examStatus.notEnabled ? planState.draft : planState.published;
}
