import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { callDialectFunction } from '../../../db/dialect-functions.ts';
import { type QuestionIndexColumns, indexedQuestionColumns, buildQuestionWords } from '../../../db/search/question-words.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';

interface IndexedQuestion extends QuestionIndexColumns {
  readonly id: number;
  /** JSON list of the question's bands (`computeBands`), by which near-duplicates are found. */
  readonly bands: string;
  /** Result of `buildQuestionWords`, if already computed. */
  readonly words?: string | undefined;
}

const rowsPerInsert = 400;
/** Yield to the event loop after this many rows: a few milliseconds of work. */
const wordsPerTurn = 50;

/** Columns that `addQuestionIndexes` reads. */
export const questionIndexColumns = ['id', ...indexedQuestionColumns, 'bands'] as const;

/** Writes the search indexes of questions: words, tags and bands. Runs in the transaction that writes the questions. */
export async function addQuestionIndexes(tx: Kysely<Database>, rows: readonly IndexedQuestion[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('question_text')
    .values(rows.map((row) => ({ rowid: row.id, grams: callDialectFunction('wordList', sql`${row.words ?? buildQuestionWords(row)}`) })))
    .execute();
  const tags = rows.flatMap((row) =>
    (JSON.parse(row.tags) as string[]).map((tag) => ({ question_id: row.id, bank_id: row.school_id, tag })),
  );
  for (const some of sliceValues(tags, rowsPerInsert)) await tx.insertInto('question_tag').values(some).execute();
  const bands = rows.flatMap((row) => [...new Set(JSON.parse(row.bands) as number[])].map((band) => ({ band, question_id: row.id })));
  for (const some of sliceValues(bands, rowsPerInsert)) await tx.insertInto('question_band').values(some).execute();
}

/** Removes a question from the search indexes. `row`: the values it was indexed with. */
export async function removeQuestionIndexes(tx: Kysely<Database>, row: IndexedQuestion): Promise<void> {
  await tx.deleteFrom('question_text').where('rowid', '=', row.id).execute();
  await tx.deleteFrom('question_tag').where('question_id', '=', row.id).execute();
  const bands = JSON.parse(row.bands) as number[];
  if (bands.length > 0) await tx.deleteFrom('question_band').where('band', 'in', bands).where('question_id', '=', row.id).execute();
}

/** Rewrites the word index of questions after a statement that changed many rows. Tags and bands are not touched. */
export async function rebuildWordIndex(tx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  for (const slice of sliceValues(ids, wordsPerTurn)) {
    const rows = await tx
      .selectFrom('question')
      .select(['id', ...indexedQuestionColumns])
      .where('id', 'in', slice)
      .execute();
    await tx.deleteFrom('question_text').where('rowid', 'in', slice).execute();
    await tx
      .insertInto('question_text')
      .values(rows.map((row) => ({ rowid: row.id, grams: callDialectFunction('wordList', sql`${buildQuestionWords(row)}`) })))
      .execute();
    await nextTurn();
  }
}
