import type { Kysely } from 'kysely';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';

const idsPerQuery = 1000;

/** Finds questions that learners practise or have practised, and whose keys they therefore may know. */
export function createPractisedReads(db: Kysely<Database>) {
  return {
    /** Counts the given questions in each category that is open for practice, including the categories below it. */
    async openFor(schoolId: number, ids: readonly number[]): Promise<{ category: string; questions: number }[]> {
      const open = await db.selectFrom('practice_category').select('category').where('school_id', '=', schoolId).execute();
      const counts = new Map<string, number>();
      for (let at = 0; at < ids.length && open.length > 0; at += idsPerQuery) {
        const rows = await db
          .selectFrom('question')
          .select('category')
          .where('school_id', '=', schoolId)
          .where('status', '=', questionStatus.inUse)
          .where('id', 'in', ids.slice(at, at + idsPerQuery))
          .execute();
        for (const row of open) {
          const inIt = rows.filter(({ category }) => category === row.category || category.startsWith(`${row.category}/`)).length;
          if (inIt > 0) counts.set(row.category, (counts.get(row.category) ?? 0) + inIt);
        }
      }
      return [...counts].map(([category, questions]) => ({ category, questions }));
    },

    /** Returns those of the given questions that are open for practice or were practised, with their categories. */
    async filterPractised(schoolId: number, ids: readonly number[]): Promise<{ id: number; category: string }[]> {
      const open = await db.selectFrom('practice_category').select('category').where('school_id', '=', schoolId).execute();
      const isOpen = (category: string): boolean =>
        open.some((row) => row.category === category || category.startsWith(`${row.category}/`));
      const exposedQuestions: { id: number; category: string }[] = [];
      for (const idSlice of sliceValues(ids, idsPerQuery)) {
        const rows = await db
          .selectFrom('question')
          .select(['id', 'category', 'status'])
          .select((eb) =>
            eb
              .exists(
                eb.selectFrom('practice_answer').select('practice_answer.id').whereRef('practice_answer.question_id', '=', 'question.id'),
              )
              .as('practised'),
          )
          .where('school_id', '=', schoolId)
          .where('id', 'in', idSlice)
          .execute();
        for (const { id, category, status, practised } of rows)
          if (Boolean(practised) || (status === questionStatus.inUse && isOpen(category))) exposedQuestions.push({ id, category });
      }
      return exposedQuestions;
    },
  };
}
