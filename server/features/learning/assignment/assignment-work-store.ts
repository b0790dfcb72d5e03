import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { ExamineeRow } from '../../exams/exam/exam-plan-writes.ts';
import type { AssignmentMarkRow, AssignmentWorkRow } from './assignment-store.ts';
import { sliceValues } from '../../../db/slice-values.ts';

export type AssignmentSitting = Pick<ExamineeRow, 'plan_id' | 'user_id' | 'variant'> & { readonly attempt_id: string };

export interface ItemMarkInput {
  readonly itemId: string;
  readonly cent: number | null;
  readonly comment: string;
  /** Marks on photos, as stored text. For `pictures` and `notes`, undefined keeps the stored value. */
  readonly pictures?: string | undefined;
  readonly notes?: string | undefined;
}

/** Stores students' work on assignments, by attempt: returns for correction, completion, tries and marks. */
export function createAssignmentWorkStore(db: Kysely<Database>) {
  const base = (sitting: AssignmentSitting) => ({
    attempt_id: sitting.attempt_id,
    plan_id: sitting.plan_id,
    user_id: sitting.user_id,
    variant: sitting.variant,
  });
  const nothing = { first_ms: null, returned_ms: null, returned_by: null, finished_ms: null, finished_by: null };

  return {
    /** Lists the work rows of plans, one for each attempt, past tries included. */
    async ofPlans(planIds: readonly number[]): Promise<AssignmentWorkRow[]> {
      return planIds.length === 0 ? [] : db.selectFrom('assignment_work').selectAll().where('plan_id', 'in', planIds).execute();
    },

    ofUser: (userId: number): Promise<AssignmentWorkRow[]> =>
      db.selectFrom('assignment_work').selectAll().where('user_id', '=', userId).orderBy('try_no').execute(),

    async marksOf(attemptIds: readonly string[]): Promise<Map<string, AssignmentMarkRow[]>> {
      const markRows: AssignmentMarkRow[] = [];
      for (const slice of sliceValues(attemptIds))
        markRows.push(...(await db.selectFrom('assignment_mark').selectAll().where('attempt_id', 'in', slice).execute()));
      return Map.groupBy(markRows, (row) => row.attempt_id);
    },

    async saveMarks(attemptId: string, marks: readonly ItemMarkInput[], by: { userId: number; nowMs: number }): Promise<void> {
      for (const { itemId, cent, comment, pictures, notes } of marks) {
        const optionalColumns = { ...(pictures !== undefined && { pictures }), ...(notes !== undefined && { notes }) };
        const columns = { cent, comment, ...optionalColumns, marked_by: by.userId, marked_ms: by.nowMs };
        await db
          .insertInto('assignment_mark')
          .values({ attempt_id: attemptId, item_id: itemId, ...columns })
          .onConflict((conflict) => conflict.columns(['attempt_id', 'item_id']).doUpdateSet(columns))
          .execute();
      }
    },

    noteReturn: (
      sitting: AssignmentSitting,
      workReturn: { firstMs: number | null; reason: string; userId: number; nowMs: number },
    ): Promise<{ returns: number }> =>
      db
        .insertInto('assignment_work')
        .values({
          ...base(sitting),
          ...nothing,
          first_ms: workReturn.firstMs,
          returns: 1,
          returned_ms: workReturn.nowMs,
          returned_by: workReturn.userId,
          return_reason: workReturn.reason,
        })
        .onConflict((conflict) =>
          conflict.column('attempt_id').doUpdateSet((eb) => ({
            first_ms: eb.fn.coalesce('assignment_work.first_ms', eb.val(workReturn.firstMs)),
            returns: eb('assignment_work.returns', '+', 1),
            returned_ms: workReturn.nowMs,
            returned_by: workReturn.userId,
            return_reason: workReturn.reason,
          })),
        )
        .returning('returns')
        .executeTakeFirstOrThrow(),

    /** Marks work as finished; a repeated call keeps the first time. */
    noteFinished: (sitting: AssignmentSitting, by: { userId: number; nowMs: number }): Promise<unknown> =>
      db
        .insertInto('assignment_work')
        .values({ ...base(sitting), ...nothing, finished_ms: by.nowMs, finished_by: by.userId })
        .onConflict((conflict) =>
          conflict.column('attempt_id').doUpdateSet((eb) => ({
            finished_ms: eb.fn.coalesce('assignment_work.finished_ms', eb.val(by.nowMs)),
            finished_by: eb.fn.coalesce('assignment_work.finished_by', eb.val(by.userId)),
          })),
        )
        .execute(),

    /**
     * Replaces a student's attempt by a new try and unbinds the device; the old attempt stays as a past try. Returns false if another call was
     * faster.
     */
    async nextTry(sitting: AssignmentSitting, tryNo: number, attemptId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('exam_examinee')
        .set({ attempt_id: attemptId, device_id: null, epoch: 1, entered_ms: null })
        .where('plan_id', '=', sitting.plan_id)
        .where('user_id', '=', sitting.user_id)
        .where('attempt_id', '=', sitting.attempt_id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return false;
      await db
        .insertInto('assignment_work')
        .values({ ...base(sitting), ...nothing, try_no: tryNo - 1, past: 1 })
        .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet({ past: 1, try_no: tryNo - 1 }))
        .execute();
      await db
        .insertInto('assignment_work')
        .values({ ...base({ ...sitting, attempt_id: attemptId }), ...nothing, try_no: tryNo })
        .execute();
      return true;
    },
  };
}
