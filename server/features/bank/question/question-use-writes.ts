import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/**
 * Updates how often exams use questions. `tx` is the transaction of the exam's change and holds only the lock of that exam's school. Because exams of
 * all schools count the use of certified questions, the banks of the questions are locked as well until the transaction ends.
 */
export function createQuestionUseWrites(tx: Kysely<Database>) {
  /**
   * Locks the banks of the questions by their revision rows. Otherwise two schools that update the same questions in different orders could deadlock.
   */
  const lockBanks = async (ids: readonly number[]): Promise<void> => {
    for (const idSlice of sliceValues(ids))
      await tx
        .updateTable('question_revision')
        .set((eb) => ({ revision: eb.ref('revision') }))
        .where('bank_id', 'in', (eb) => eb.selectFrom('question').select('school_id').where('id', 'in', idSlice))
        .execute();
  };

  return {
    lockBanks,

    /** Records that an exam with these questions was published for `examinees` people. `startMs`: start of the exam, ms since 1970. */
    async recordUse(ids: readonly number[], examinees: number, startMs: number): Promise<void> {
      await lockBanks(ids);
      for (const idSlice of sliceValues(ids))
        await tx
          .updateTable('question')
          .set((eb) => ({
            used_count: eb('used_count', '+', 1),
            exposed_count: eb('exposed_count', '+', examinees),
            last_used_ms: startMs,
          }))
          .where('id', 'in', idSlice)
          .execute();
    },

    /** Records more examinees for an exam that `recordUse` has already counted. */
    async addExaminees(ids: readonly number[], examinees: number): Promise<void> {
      await lockBanks(ids);
      for (const idSlice of sliceValues(ids))
        await tx
          .updateTable('question')
          .set((eb) => ({ exposed_count: eb('exposed_count', '+', examinees) }))
          .where('id', 'in', idSlice)
          .execute();
    },

    /**
     * Reverses the counts of an exam that was withdrawn before its start. `lastMs`: last use by any other exam, ms since 1970; read after `lockBanks`.
     */
    async revertUse(questions: readonly { readonly id: number; readonly people: number; readonly lastMs: number | null }[]): Promise<void> {
      for (const { id, people, lastMs } of questions)
        await tx
          .updateTable('question')
          .set((eb) => ({
            used_count: eb('used_count', '-', 1),
            exposed_count: eb('exposed_count', '-', people),
            last_used_ms: lastMs,
          }))
          .where('id', '=', id)
          .execute();
    },
  };
}
