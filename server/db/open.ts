import Sqlite from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { gramsOf, runsOf } from './keyword-grams.ts';
import { personWords } from './person-words.ts';
import { markedWords } from './question-words.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';
import { kyselyOf, type Told } from './told.ts';
import { OneConnectionDialect, TwoConnectionDialect } from './sqlite/sqlite-dialect.ts';

export interface OpenDatabase {
  /** For the modules. */
  readonly db: Kysely<Database>;
  /** The same connection: pragmas, backup, checks. Never for a module's queries. */
  readonly raw: Sqlite.Database;
}

/** Opens (and brings up to date) the modules' database. For tests `:memory:`, or the image of such a one (`serialize`), which is far quicker. */
export function openDatabase(path: string | Buffer, nowMs: number, told: Told = {}): OpenDatabase {
  const raw = openSqlite(path);
  // Migrations call them.
  raw.function('text_grams', { deterministic: true }, (text: unknown) => gramsOf(String(text)));
  raw.function('person_words', { deterministic: true, varargs: true }, personWords);
  raw.function('question_words', { deterministic: true, varargs: true }, markedWords);
  raw.function('text_runs', { deterministic: true }, (text: unknown) => runsOf(String(text)));
  migrate(raw, migrations, nowMs, told.began);
  const inMemory = typeof path !== 'string' || path === ':memory:';
  const dialect = inMemory ? new OneConnectionDialect({ database: raw }) : new TwoConnectionDialect(raw, () => openReader(path));
  return { db: kyselyOf(dialect, told), raw };
}

function openReader(path: string): Sqlite.Database {
  const reader = new Sqlite(path, { readonly: true });
  reader.pragma('busy_timeout = 5000');
  reader.pragma('temp_store = MEMORY');
  return reader;
}

/** A connection with the settings every database file of ours has. */
export function openSqlite(path: string | Buffer): Sqlite.Database {
  const raw = new Sqlite(path);
  raw.pragma('journal_mode = WAL');
  // The package is built so that WAL means NORMAL: a commit could be lost with the power.
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('busy_timeout = 5000');
  raw.pragma('journal_size_limit = 67108864');
  raw.pragma('temp_store = MEMORY');
  const synchronous = raw.pragma('synchronous', { simple: true });
  if (synchronous !== 2) throw new Error(`synchronous is ${String(synchronous)}, not FULL: commits would not be durable`);
  return raw;
}

/** Does the file still answer? A disk that went away shows here. */
export function isReadable(raw: Sqlite.Database): boolean {
  try {
    raw.prepare('SELECT count(*) FROM sqlite_schema').get();
    return true;
  } catch {
    return false;
  }
}
