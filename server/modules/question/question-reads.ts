import type { Kysely } from 'kysely';
import type { QuestionBody } from '../../../sync/contract/question.ts';
import type { Database } from '../../db/schema.ts';
import type { Ties } from '../../things/uses.ts';
import { questionMessages as messages } from './question-messages.ts';
import { questionBodyOf } from './question-row.ts';
import { questionRows } from './question-rows-store.ts';

export { renderFormulas } from './formula-mathml.ts';
export { textOfHtml } from './question-markup.ts';

export interface StoredQuestion extends QuestionBody {
  readonly id: number;
  readonly version: number;
}

/** What other modules may ask of the banks; `db` may be a transaction of theirs. */
export function questionReads(db: Kysely<Database>) {
  return {
    async countBy(userId: number): Promise<number> {
      const row = await db
        .selectFrom('question')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('created_by', '=', userId)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** The first of these trades that a question of any bank is filed under. */
    async tradeInUse(tradeIds: readonly number[]): Promise<number | undefined> {
      const row = await db.selectFrom('question').select('trade_id').where('trade_id', 'in', tradeIds).limit(1).executeTakeFirst();
      return row?.trade_id ?? undefined;
    },

    /** How many questions are filed under a profession, in all banks. */
    async countOfProfession(profId: number): Promise<number> {
      const row = await db
        .selectFrom('question')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('prof_id', '=', profId)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /**
     * Whole questions, keys included, by id: the school's own and those of the certified bank. What is missing (or another school's)
     * is simply not in the map.
     */
    async byIds(schoolId: number, ids: readonly number[]): Promise<Map<number, StoredQuestion>> {
      const rows = await questionRows(db, ids, schoolId);
      return new Map(rows.map((row) => [row.id, { id: row.id, version: row.version, ...questionBodyOf(row) }]));
    },
  };
}

export const questionTies: Ties = async (db, userId) => {
  const count = await questionReads(db).countBy(userId);
  return count > 0 ? [messages.tieQuestions(count)] : [];
};
