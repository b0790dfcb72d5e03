import type { Kysely } from 'kysely';
import { countRows } from './list-page.ts';
import type { Database } from './schema.ts';

/** Counts the rows of each kind that a user can create, for the limits in `server/limits.ts`. */
export function createAccountRowCountStore(db: Kysely<Database>) {
  return {
    papersOf: (userId: number) => countRows(db.selectFrom('paper').where('created_by', '=', userId)),
    plansOf: (userId: number) => countRows(db.selectFrom('exam_plan').where('created_by', '=', userId)),
    questionsOfBank: (bankId: number) => countRows(db.selectFrom('question').where('school_id', '=', bankId)),
    async categoriesOf(schoolId: number): Promise<number> {
      const papers = await countRows(db.selectFrom('paper_folder').where('school_id', '=', schoolId));
      const shelves = await countRows(db.selectFrom('shelf_folder').where('school_id', '=', schoolId));
      return papers + shelves + (await countRows(db.selectFrom('question_folder').where('bank_id', '=', schoolId)));
    },
  };
}
