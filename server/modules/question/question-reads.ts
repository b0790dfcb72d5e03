import type { Kysely, Selectable } from 'kysely';
import type { SectionTypeCode } from '../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../sync/contract/question.ts';
import type { Database } from '../../db/schema.ts';

export { renderFormulas } from './formula-mathml.ts';

export interface StoredQuestion extends QuestionBody {
  readonly id: number;
  readonly version: number;
}

/** What other modules may ask of the bank. */
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

    /** Every question of a type, ascending by id: what a seeded draw starts from. */
    pool: (schoolId: number, type: SectionTypeCode) =>
      db
        .selectFrom('question')
        .select(['id', 'category', 'hash'])
        .where('school_id', '=', schoolId)
        .where('type', '=', type)
        .orderBy('id')
        .execute(),

    /** Whole questions, keys included, by id. What is missing (or another school's) is simply not in the map. */
    async byIds(schoolId: number, ids: readonly number[]): Promise<Map<number, StoredQuestion>> {
      const found = new Map<number, StoredQuestion>();
      for (let at = 0; at < ids.length; at += 1000) {
        const rows = await db
          .selectFrom('question')
          .selectAll()
          .where('school_id', '=', schoolId)
          .where('id', 'in', ids.slice(at, at + 1000))
          .execute();
        for (const row of rows) found.set(row.id, { id: row.id, version: row.version, ...questionBodyOf(row) });
      }
      return found;
    },
  };
}

export const questionBodyOf = (row: Selectable<Database['question']>): QuestionBody => ({
  type: row.type,
  stem: row.stem,
  options: JSON.parse(row.options) as QuestionBody['options'],
  key: JSON.parse(row.answer_key) as QuestionBody['key'],
  analysis: row.analysis,
  difficulty: row.difficulty,
  category: row.category,
  source: row.source,
});
