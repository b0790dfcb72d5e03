import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { bankIdOf } from './question-row.ts';
import { wordsOf } from './question-words.ts';

interface Indexed {
  readonly id: number;
  readonly school_id: number | null;
  readonly type: number;
  readonly status: number;
  readonly difficulty: number;
  readonly plain: string;
  /** JSON lists. */
  readonly tags: string;
  readonly bands: string;
  /** What `wordsOf` makes of it, where somebody made it before. */
  readonly words?: string | undefined;
}

const rowsPerInsert = 400;

export const indexedWords = (row: Pick<Indexed, 'plain' | 'school_id' | 'type' | 'status' | 'difficulty'>): string =>
  wordsOf(row.plain, { ...row, bankId: bankIdOf(row.school_id) });

/** What is found by: words, tags, bands. Part of the transaction that writes the questions. */
export async function addIndexes(tx: Kysely<Database>, rows: readonly Indexed[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('question_text')
    .values(rows.map((row) => ({ rowid: row.id, grams: row.words ?? indexedWords(row) })))
    .execute();
  const tags = rows.flatMap((row) =>
    (JSON.parse(row.tags) as string[]).map((tag) => ({ question_id: row.id, bank_id: bankIdOf(row.school_id), tag })),
  );
  for (let at = 0; at < tags.length; at += rowsPerInsert)
    await tx
      .insertInto('question_tag')
      .values(tags.slice(at, at + rowsPerInsert))
      .execute();
  const bands = rows.flatMap((row) => [...new Set(JSON.parse(row.bands) as number[])].map((band) => ({ band, question_id: row.id })));
  for (let at = 0; at < bands.length; at += rowsPerInsert)
    await tx
      .insertInto('question_band')
      .values(bands.slice(at, at + rowsPerInsert))
      .execute();
}

/** `row` as it was indexed. */
export async function dropIndexes(tx: Kysely<Database>, row: Indexed): Promise<void> {
  await tx.deleteFrom('question_text').where('rowid', '=', row.id).execute();
  await tx.deleteFrom('question_tag').where('question_id', '=', row.id).execute();
  const bands = JSON.parse(row.bands) as number[];
  if (bands.length > 0) await tx.deleteFrom('question_band').where('band', 'in', bands).where('question_id', '=', row.id).execute();
}
