import { type Kysely, sql } from 'kysely';
import { callDialectFunction } from '../dialect-functions.ts';
import { buildPersonWords } from './person-words.ts';
import type { Database } from '../schema.ts';
import { sliceValues } from '../slice-values.ts';

const atOnce = 200;

/**
 * Rebuilds the search words of users. Call it in every transaction that adds a user or changes a user's school, type, status, names or
 * numbers. Removes the words of ids that no longer exist.
 */
export async function rebuildPersonWords(tx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  for (const slice of sliceValues(ids, atOnce)) {
    const people = await tx
      .selectFrom('user')
      .select(['id', 'school_id', 'user_type', 'status', 'name', 'login_name', 'student_no', 'ticket_no'])
      .where('id', 'in', slice)
      .execute();
    await tx.deleteFrom('user_text').where('rowid', 'in', slice).execute();
    if (people.length === 0) continue;
    const rows = people.map(({ id, school_id, user_type, status, ...texts }) => {
      const words = buildPersonWords(school_id, user_type, status, texts.name, texts.login_name, texts.student_no, texts.ticket_no);
      return { rowid: id, grams: callDialectFunction('wordList', sql`${words}`) };
    });
    await tx.insertInto('user_text').values(rows).execute();
  }
}
