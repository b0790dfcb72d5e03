import fc from 'fast-check';
import { type Expression, sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/fixtures/postgres/test-database.ts';
import { callDialectFunction, wrapDialectValue } from '../dialect-functions.ts';
import { buildQuestionQuery, buildQuestionWords } from './question-words.ts';

const filed = { school_id: 7, type: 1, status: 2, difficulty: 2, uniformity: 2, prof_id: 3, level: 4 };
const rowOf = (plain: string, tags: readonly string[]) =>
  buildQuestionWords({ ...filed, category: '理论/电工', point_code: 'A-B', tags: JSON.stringify(tags), plain });

it('a row is tested by its texts as by its words, also if a word ends within a character of two code units', async () => {
  const { db } = await openTestDatabase(':memory:', 0);
  // Few characters, so that runs occur again and others are missing.
  const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('电', '流', 'a', 'B', '1', '，', ' ', '𠮷', '理'), maxLength });
  const tags = fc.subarray(['电', '电流', 'a']);
  let id = 0;
  await fc.assert(
    fc.asyncProperty(text(24), tags, text(5), fc.subarray(['电', '电流', '流']), async (plain, has, keyword, asked) => {
      const words = callDialectFunction('wordList', sql`${rowOf(plain, has)}`);
      await db.insertInto('question_text').values({ rowid: ++id, grams: words }).execute();
      const query = buildQuestionQuery(7, { keyword, tags: asked, category: '理论', type: 1 });
      if (query === undefined) throw new Error('a filter by category asks for words');
      const test = async (name: 'matches' | 'isMatch') => {
        const table = sql`question_text`;
        const value = wrapDialectValue({ ...query, facets: [] });
        const rowid: Expression<unknown> = sql.ref('near.rowid');
        const isFound = name === 'matches' ? callDialectFunction(name, table, value) : callDialectFunction(name, table, rowid, value);
        return (await db.selectFrom('question_text as near').select('rowid').where('rowid', '=', id).where(isFound).execute()).length;
      };
      expect(await test('isMatch')).toBe(await test('matches'));
    }),
    { numRuns: 300 },
  );
  const { rows } = await sql<{ texts: number; words: number }>`
    SELECT count(runs) AS texts, count(*) - count(runs) AS words FROM question_text_row`.execute(db);
  // Both ways were tried.
  expect(Math.min(rows[0]?.texts ?? 0, rows[0]?.words ?? 0)).toBeGreaterThan(20);
  await db.deleteFrom('question_text').where('rowid', '>', 0).execute();
  expect((await sql`SELECT 1 FROM question_text_row`.execute(db)).rows).toEqual([]);
});
