import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { isReadable, openDatabase } from './open.ts';
import { hideCredentials } from '../postgres/database-faults.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import type { Database } from '../schema.ts';
import type { DatabaseCallbacks } from '../create-kysely.ts';

export interface ModulesDatabase {
  readonly db: Kysely<Database>;
  /** Name of the database, as the server's start message shows it. */
  readonly name: string;
  /** The SQLite file in the data folder, or null on PostgreSQL. */
  readonly file: { readonly name: 'wenkao.db'; readonly raw: Sqlite.Database } | null;
  /** Returns the name of the database that cannot be reached now, or null. */
  fault(): string | null;
  close(): Promise<void>;
}

/** Marker file in a data folder whose main database was moved to PostgreSQL. The folder's op log is useless without that database. */
export const postgresMarkerFile = 'modules-on-postgresql';

/**
 * Opens the server's main database (everything except the answer log): on the PostgreSQL server named by `url`, else the folder's `wenkao.db`.
 * `mayWrite`: see `openPostgres`. Throws an error with a message for the operator.
 */
export async function openModulesDatabase(
  folder: string,
  url: string | null,
  nowMs: number,
  callbacks: DatabaseCallbacks,
  mayWrite?: () => boolean,
): Promise<ModulesDatabase> {
  const path = join(folder, 'wenkao.db');
  const mark = join(folder, postgresMarkerFile);
  if (url === null) {
    if (existsSync(mark))
      throw new Error(
        `the modules of ${folder} are on PostgreSQL: set DATABASE_URL (or remove ${postgresMarkerFile} from the folder to start with an empty database)`,
      );
    const { db, raw } = openDatabase(path, nowMs, callbacks);
    return {
      db,
      name: 'wenkao.db',
      file: { name: 'wenkao.db', raw },
      fault: () => (isReadable(raw) ? null : 'wenkao.db'),
      async close() {
        await db.destroy();
        // Kysely closes its connection only after a first query, so close the connection explicitly.
        raw.close();
      },
    };
  }
  if (existsSync(path)) throw new Error(`${folder} has a wenkao.db, but DATABASE_URL names another database: remove one of them`);
  const { db, isReachable, close } = await openPostgres(url, nowMs, callbacks, mayWrite);
  writeFileSync(mark, '');
  return { db, name: `the database ${hideCredentials(url)}`, file: null, fault: () => (isReachable() ? null : 'PostgreSQL'), close };
}
