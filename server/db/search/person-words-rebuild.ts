import type { Database as SqliteDatabase } from 'better-sqlite3';
import type { ClientBase } from 'pg';
import { buildPersonWords } from './person-words.ts';

/** Columns that the search words of a user are made of, in the order of `buildPersonWords`. */
export const personWordColumns = ['school_id', 'user_type', 'status', 'name', 'login_name', 'student_no', 'ticket_no'] as const;
type PersonRow = Readonly<Record<(typeof personWordColumns)[number] | 'id', unknown>>;

const usersAtOnce = 1000;

/** Returns the search words of a user's row. */
export function buildWordsOfRow(row: Readonly<Record<string, unknown>>): string {
  const [schoolId, type, status, ...texts] = personWordColumns.map((name) => row[name]);
  return buildPersonWords(schoolId, type, status, ...texts);
}

/** Rebuilds the search words of all users on SQLite, for a migration. */
export function rebuildAllWordsOnSqlite(raw: SqliteDatabase): void {
  raw.function('person_words', { deterministic: true, varargs: true }, buildPersonWords);
  raw.exec(`DELETE FROM user_text; INSERT INTO user_text (rowid, grams) SELECT id, person_words(${personWordColumns.join()}) FROM user`);
}

/** Rebuilds the search words of all users on PostgreSQL, for a migration. */
export async function rebuildAllWordsOnPostgres(client: ClientBase): Promise<void> {
  await client.query('DELETE FROM user_text');
  for (let last: unknown = 0; ;) {
    const { rows } = await client.query<PersonRow>(
      `SELECT id, ${personWordColumns.join()} FROM "user" WHERE id > $1 ORDER BY id LIMIT ${usersAtOnce}`,
      [last],
    );
    await client.query(
      `INSERT INTO user_text (rowid, grams) SELECT id, string_to_array(words, ' ') FROM unnest($1::bigint[], $2::text[]) AS one (id, words)`,
      [rows.map((row) => row.id), rows.map(buildWordsOfRow)],
    );
    if (rows.length < usersAtOnce) return;
    last = rows.at(-1)?.id;
  }
}
