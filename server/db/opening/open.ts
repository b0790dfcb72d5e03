import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { migrateSqlite } from '../sqlite/migrate-sqlite.ts';
import { migrations } from '../migrations/index.ts';
import { type Database, moduleSchema } from '../schema.ts';
import { createKysely, type DatabaseCallbacks } from '../create-kysely.ts';
import { OneConnectionDialect, TwoConnectionDialect } from '../sqlite/sqlite-dialect.ts';

export interface OpenDatabase {
  /** Query builder through which the features of the server read and write. */
  readonly db: Kysely<Database>;
  /** The writing connection itself, for pragmas, backup and checks. Features of the server never query through it. */
  readonly raw: Sqlite.Database;
}

/**
 * Opens the server's main database in SQLite and applies missing migrations. Tests pass `:memory:` or a serialized in-memory database, which is far
 * quicker.
 */
export function openDatabase(path: string | Buffer, nowMs: number, callbacks: DatabaseCallbacks = {}): OpenDatabase {
  const raw = openSqlite(path);
  migrateSqlite(raw, { schema: moduleSchema, migrations }, nowMs, callbacks.onMigration);
  const inMemory = typeof path !== 'string' || path === ':memory:';
  const dialect = inMemory ? new OneConnectionDialect(raw) : new TwoConnectionDialect(raw, () => openReader(path));
  return { db: createKysely(dialect, callbacks), raw };
}

function openReader(path: string): Sqlite.Database {
  const reader = new Sqlite(path, { readonly: true });
  reader.pragma('busy_timeout = 5000');
  reader.pragma('temp_store = MEMORY');
  return reader;
}

/** Opens a connection with the settings that all our database files share. Throws if commits would not be durable. */
export function openSqlite(path: string | Buffer): Sqlite.Database {
  const raw = new Sqlite(path);
  raw.pragma('journal_mode = WAL');
  // The package better-sqlite3 is compiled so that WAL mode implies `synchronous = NORMAL`, with which a power failure could lose a commit.
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('busy_timeout = 5000');
  raw.pragma('journal_size_limit = 67108864');
  raw.pragma('temp_store = MEMORY');
  const synchronous = raw.pragma('synchronous', { simple: true });
  if (synchronous !== 2) throw new Error(`synchronous is ${String(synchronous)}, not FULL: commits would not be durable`);
  return raw;
}

/** Checks that the file can still be read; fails if its disk has gone. */
export function isReadable(raw: Sqlite.Database): boolean {
  try {
    raw.prepare('SELECT count(*) FROM sqlite_schema').get();
    return true;
  } catch {
    return false;
  }
}

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
