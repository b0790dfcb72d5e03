import type { Kysely } from 'kysely';
import { questionStatus } from '../../../sync/contract/codes.ts';
import type { Database } from '../../db/schema.ts';

const asked = 1000;

/** What of an exam's questions learners may have seen with its key. */
export function practisedReads(db: Kysely<Database>) {
  return {
    /** Of these questions, those that are open for practice or that somebody has practised; each with its category. */
    async among(schoolId: number, ids: readonly number[]): Promise<{ id: number; category: string }[]> {
      const open = await db.selectFrom('practice_category').select('category').where('school_id', '=', schoolId).execute();
      const isOpen = (category: string): boolean =>
        open.some((row) => row.category === category || category.startsWith(`${row.category}/`));
      const found: { id: number; category: string }[] = [];
      for (let at = 0; at < ids.length; at += asked) {
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
          .where('id', 'in', ids.slice(at, at + asked))
          .execute();
        for (const { id, category, status, practised } of rows)
          if (Boolean(practised) || (status === questionStatus.inUse && isOpen(category))) found.push({ id, category });
      }
      return found;
    },
  };
}
