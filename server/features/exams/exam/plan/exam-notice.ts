import type { PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import { parseLockdown, watchRules } from '../../../../../sync/contract/exams/lockdown.ts';
import { readPlanTimes } from '../exam-reads.ts';
import type { Sitting } from '../sitting/sitting-store.ts';

/** Builds the notice that an examinee reads: the plan's public facts and the examinee's own state (`mine`). */
export function buildPlanNotice(
  sitting: Sitting,
  mine: Pick<PlanNotice, 'status' | 'task' | 'myStatus' | 'scoreReleased' | 'news'>,
): PlanNotice {
  return {
    planId: sitting.plan_id,
    kind: sitting.kind,
    name: sitting.name,
    paperName: sitting.paper_name,
    notice: sitting.notice,
    ...readPlanTimes(sitting),
    totalPoints: sitting.total_points,
    passPoints: sitting.pass_points,
    questionCount: sitting.question_count,
    attemptId: sitting.attempt_id,
    seatLabel: sitting.kind === 'exam' ? sitting.seat_label : '',
    ticketNo: sitting.kind === 'exam' ? sitting.ticket_no : '',
    withdrawn: sitting.withdrawn_ms === null ? null : { ms: sitting.withdrawn_ms, reason: sitting.withdraw_reason },
    revision: sitting.revision,
    lockdown: sitting.kind === 'exam' ? watchRules.parse(parseLockdown(sitting.lockdown)) : null,
    ...mine,
  };
}
