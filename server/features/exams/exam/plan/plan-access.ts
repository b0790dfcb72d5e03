import type { Kysely } from 'kysely';
import { planState } from '../../../../../sync/domain/exams/exam-machine.ts';
import type { Database } from '../../../../db/schema.ts';
import { refuse, type Caller } from '../../../../http/handler.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createExamStore, type ExamineeRow, type PlanTableRow, derivePlanState } from './exam-store.ts';

/** An examinee of a published plan. */
export type PublishedExaminee = ExamineeRow & { readonly attempt_id: string };

/** Looks up plans for staff. This is the only place that decides which plans a member of staff may see and change. */
export function createPlanAccess(db: Kysely<Database>) {
  const store = createExamStore(db);
  /** Finds a plan of the caller's school. Refuses homework and mock tests: they are plans too, but have calls of their own. */
  const plan = async (caller: Pick<Caller, 'schoolId'>, id: number): Promise<PlanTableRow> => {
    const found = await store.byId(caller.schoolId, id);
    return found?.kind === 'exam' ? found : refuse('notFound', messages.notFound());
  };

  /** Finds a published plan and the named examinees. Refuses if one is not in it or the plan has no attempts yet. */
  const examinees = async (
    caller: Pick<Caller, 'schoolId'>,
    planId: number,
    userIds: readonly number[],
  ): Promise<{ plan: PlanTableRow; examinees: readonly PublishedExaminee[] }> => {
    const found = await plan(caller, planId);
    if (derivePlanState(found) === planState.withdrawn) refuse('refused', messages.withdrawn(found.withdraw_reason));
    const byUser = new Map((await store.examinees([planId])).map((row) => [row.user_id, row]));
    const examineeRows: PublishedExaminee[] = [];
    for (const userId of new Set(userIds)) {
      const row = byUser.get(userId);
      if (!row) refuse('notFound', messages.examineeUnknown());
      if (row.attempt_id === null) refuse('refused', messages.notPublished());
      examineeRows.push({ ...row, attempt_id: row.attempt_id });
    }
    return { plan: found, examinees: examineeRows };
  };

  return {
    plan,
    examinees,

    async examinee(
      caller: Pick<Caller, 'schoolId'>,
      planId: number,
      userId: number,
    ): Promise<{ plan: PlanTableRow; examinee: PublishedExaminee }> {
      const found = await examinees(caller, planId, [userId]);
      const [examinee] = found.examinees;
      return examinee ? { plan: found.plan, examinee } : refuse('notFound', messages.examineeUnknown());
    },

    /** Finds a plan that has started or will start. Only these have release codes, which open the paper without a network. Refuses all others. */
    async published(caller: Pick<Caller, 'schoolId'>, id: number): Promise<PlanTableRow> {
      const found = await plan(caller, id);
      if (derivePlanState(found) === planState.draft) refuse('refused', messages.notPublished());
      return derivePlanState(found) === planState.withdrawn ? refuse('refused', messages.withdrawn(found.withdraw_reason)) : found;
    },
  };
}
