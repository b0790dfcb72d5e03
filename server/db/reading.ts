import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { OneConnectionDialect } from './sqlite/sqlite-dialect.ts';

/** The modules' database for looking only, also while a server runs on it. Nothing is brought up to date. */
export function openForReading(path: string): { readonly db: Kysely<Database>; close(): Promise<void> } {
  const raw = new Sqlite(path, { readonly: true, fileMustExist: true });
  raw.pragma('busy_timeout = 5000');
  const db = new Kysely<Database>({ dialect: new OneConnectionDialect({ database: raw }) });
  return {
    db,
    async close() {
      await db.destroy();
      raw.close();
    },
  };
}
