import { examStatus } from '../../../../sync/contract/codes.ts';
import { planState, type PlanStateCode } from '../../../../sync/domain/exams/exam-machine.ts';
import type { PlanSummary } from '../exam-plan-queries.ts';

/** Returns what staff decided about a plan: draft, published or withdrawn. The status alone cannot tell that a plan was withdrawn. */
export function getPlanState(plan: Pick<PlanSummary, 'status' | 'withdrawn'>): PlanStateCode {
  if (plan.withdrawn !== null) return planState.withdrawn;
  return plan.status === examStatus.notEnabled ? planState.draft : planState.published;
}
