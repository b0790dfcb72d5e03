import type { Kysely, Transaction } from 'kysely';
import { assignedKinds } from '../../../../sync/domain/exams/attempt-kinds.ts';
import type { Database } from '../../../db/schema.ts';

export const insertAssignmentClasses = async (tx: Transaction<Database>, planId: number, classIds: readonly number[]): Promise<void> => {
  if (classIds.length === 0) return;
  await tx
    .insertInto('assignment_class')
    .values(classIds.map((classId) => ({ plan_id: planId, class_id: classId })))
    .execute();
};

/** Stores the classes of assignments, and finds class members to whom the assignment was not given yet. */
export function createAssignmentClassStore(db: Kysely<Database>) {
  const selectMissing = (nowMs: number) =>
    db
      .selectFrom('assignment_class')
      .innerJoin('exam_plan', 'exam_plan.id', 'assignment_class.plan_id')
      .innerJoin('user', (join) =>
        join.onRef('user.class_id', '=', 'assignment_class.class_id').onRef('user.school_id', '=', 'exam_plan.school_id'),
      )
      .where('user.user_type', '=', 7)
      .where('user.sits', '=', 1)
      .where('exam_plan.kind', 'in', assignedKinds)
      .where('exam_plan.published_ms', 'is not', null)
      .where('exam_plan.withdrawn_ms', 'is', null)
      .where((eb) => eb(eb('exam_plan.start_ms', '+', eb.ref('exam_plan.duration_ms')), '>', nowMs))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('exam_examinee')
              .select('exam_examinee.user_id')
              .whereRef('exam_examinee.plan_id', '=', 'exam_plan.id')
              .whereRef('exam_examinee.user_id', '=', 'user.id'),
          ),
        ),
      );

  return {
    /** Finds open assignments that some member of their classes does not have yet. */
    plansToJoin: async (nowMs: number): Promise<number[]> =>
      (await selectMissing(nowMs).select('exam_plan.id').distinct().execute()).map((row) => row.id),

    /** Finds the class members who do not have this assignment yet; undefined if all have it. */
    async joinersOf(planId: number, nowMs: number) {
      const userRows = await selectMissing(nowMs).select('user.id').distinct().where('exam_plan.id', '=', planId).execute();
      const userIds = userRows.map((row) => row.id);
      if (userIds.length === 0) return undefined;
      const plan = await db.selectFrom('exam_plan').selectAll().where('id', '=', planId).executeTakeFirstOrThrow();
      return { plan, userIds };
    },
  };
}
