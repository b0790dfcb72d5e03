import type { Kysely } from 'kysely';
import type { QuestionBody } from '../../../../sync/contract/bank/question.ts';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import { countRows } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';
import type { FindReferences } from '../../../resources/references.ts';
import { questionMessages as messages } from './question-messages.ts';
import { toQuestionBody } from './question-row.ts';
import { readQuestionRows } from './question-rows-store.ts';

export { renderMathml } from './formula-mathml.ts';
export { toTextFromHtml } from './question-markup.ts';

export interface StoredQuestion extends QuestionBody {
  readonly id: number;
  readonly version: number;
}

/** Reads questions for other modules; `db` may be a transaction of the caller. */
export function createQuestionReads(db: Kysely<Database>) {
  return {
    countBy: (userId: number): Promise<number> => countRows(db.selectFrom('question').where('created_by', '=', userId)),

    /** Returns the id of one of the given trades to which a question of any bank belongs; undefined if there is no such question. */
    async tradeInUse(tradeIds: readonly number[]): Promise<number | undefined> {
      const row = await db.selectFrom('question').select('trade_id').where('trade_id', 'in', tradeIds).limit(1).executeTakeFirst();
      return row?.trade_id ?? undefined;
    },

    /** Counts the questions of a profession, in all banks. */
    countOfProfession: (profId: number): Promise<number> => countRows(db.selectFrom('question').where('prof_id', '=', profId)),

    /**
     * Returns whole questions by id, keys included, from the school's own bank and the certified bank. Missing questions and those of other schools
     * are left out of the map.
     */
    async byIds(schoolId: number, ids: readonly number[]): Promise<Map<number, StoredQuestion>> {
      const rows = await readQuestionRows(db, ids, schoolId);
      return new Map(rows.map((row) => [row.id, { id: row.id, version: row.version, ...toQuestionBody(row) }]));
    },
  };
}

export const questionReferences: FindReferences = async (db, userId) => {
  const count = await createQuestionReads(db).countBy(userId);
  return count > 0 ? [messages.tieQuestions(count)] : [];
};

const stemLength = 120;

/** Returns id and opening text of the given questions that belong to the school's own bank and are in use. `db` may be a transaction. */
export async function readQuestionExcerpts(db: Kysely<Database>, schoolId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const excerpts = new Map<number, string>();
  const uniqueIds = [...new Set(ids)];
  for (const idSlice of sliceValues(uniqueIds, 500)) {
    const rows = await db
      .selectFrom('question')
      .select(['id', 'plain'])
      .where('school_id', '=', schoolId)
      .where('status', '=', questionStatus.inUse)
      .where('id', 'in', idSlice)
      .execute();
    for (const { id, plain } of rows) excerpts.set(id, plain.slice(0, stemLength));
  }
  return excerpts;
}
