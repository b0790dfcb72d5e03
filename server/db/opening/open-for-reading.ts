import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { OneConnectionDialect } from '../sqlite/sqlite-dialect.ts';

/** Opens the server's main database (`wenkao.db`) read-only, even while a server uses it. Applies no migrations. */
export function openForReading(path: string): { readonly db: Kysely<Database>; close(): Promise<void> } {
  const raw = new Sqlite(path, { readonly: true, fileMustExist: true });
  raw.pragma('busy_timeout = 5000');
  const db = new Kysely<Database>({ dialect: new OneConnectionDialect(raw) });
  return {
    db,
    async close() {
      await db.destroy();
      raw.close();
    },
  };
}
