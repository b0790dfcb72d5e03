import Sqlite, { type Database } from 'better-sqlite3';
import { openSqlite } from '../../db/opening/open.ts';

const schema = `
CREATE TABLE IF NOT EXISTS log_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS stream (
  num INTEGER PRIMARY KEY,
  stream_id TEXT NOT NULL UNIQUE,
  attempt_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  document_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  wrapped TEXT NOT NULL,
  author TEXT NOT NULL CHECK (author IN ('examinee', 'tablet', 'server'))
) STRICT;
CREATE INDEX IF NOT EXISTS stream_attempt ON stream (attempt_id);
CREATE TABLE IF NOT EXISTS batch (
  pos INTEGER PRIMARY KEY,
  stream_num INTEGER NOT NULL,
  prev_pos INTEGER NOT NULL,
  from_seq INTEGER NOT NULL,
  to_seq INTEGER NOT NULL,
  head_hash TEXT NOT NULL,
  received_ms INTEGER NOT NULL,
  raw TEXT NOT NULL,
  early_until INTEGER NOT NULL DEFAULT 0,
  known TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE IF NOT EXISTS aside (
  aside_id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  attempt_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  stream_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  from_seq INTEGER NOT NULL,
  op_count INTEGER NOT NULL,
  received_ms INTEGER NOT NULL,
  raw TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS piece (
  attempt_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  sealed BLOB NOT NULL,
  received_ms INTEGER NOT NULL,
  UNIQUE (attempt_id, hash)
) STRICT;
CREATE TABLE IF NOT EXISTS start (attempt_id TEXT PRIMARY KEY, start_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS aside_attempt ON aside (attempt_id, epoch);
`;

/** Opens the log's file, or `:memory:`. Only the answer log uses the connection, so it never waits for a lock of other code. */
export function openLogDatabase(path: string): Database {
  const raw = openSqlite(path);
  prepareLogDatabase(raw);
  return raw;
}

/** Applies schema and settings to an open handle, such as a restored backup or a database in memory. */
export function prepareLogDatabase(raw: Database): void {
  raw.pragma('synchronous = FULL');
  allowTablets(raw);
  raw.exec(schema);
  // A log of an older build lacks these columns.
  const columns = new Set(raw.prepare<[], string>("SELECT name FROM pragma_table_info('batch')").pluck().all());
  if (!columns.has('early_until')) raw.exec('ALTER TABLE batch ADD COLUMN early_until INTEGER NOT NULL DEFAULT 0');
  if (!columns.has('known')) raw.exec("ALTER TABLE batch ADD COLUMN known TEXT NOT NULL DEFAULT ''");
  // Read the setting after a write: some SQLite builds lower `synchronous` to NORMAL in WAL mode, which shows only after the first write.
  raw.prepare("INSERT INTO log_meta (key, value) VALUES ('format', '1') ON CONFLICT DO NOTHING").run();
  const synchronous = raw.pragma('synchronous', { simple: true });
  if (synchronous !== 2) throw new Error(`the log's synchronous is ${String(synchronous)}, not FULL: commits would not be durable`);
}

/** Rebuilds the stream table of a log that was created before tablets of invigilators could write streams, in one transaction. */
function allowTablets(raw: Database): void {
  const streamTableSql = raw.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'stream'").pluck().get();
  if (streamTableSql === undefined || streamTableSql.includes("'tablet'")) return;
  raw
    .transaction(() => {
      raw.exec('ALTER TABLE stream RENAME TO stream_before; DROP INDEX stream_attempt');
      raw.exec(schema);
      raw.exec('INSERT INTO stream SELECT * FROM stream_before; DROP TABLE stream_before');
    })
    .exclusive();
}

/** Returns the position of the newest batch; 0 if there is none. */
export const readLogEnd = (raw: Database): number => raw.prepare<[], number>('SELECT coalesce(max(pos), 0) FROM batch').pluck().get() ?? 0;

/** Returns the position of a shared log up to which this replica holds its rows; 0 if it is no replica. */
export const readReplicaEnd = (raw: Database): number =>
  Number(raw.prepare<[], string>("SELECT value FROM log_meta WHERE key = 'through'").pluck().get() ?? 0);

/** Stores the position of the shared log up to which this replica holds its rows. */
export const noteReplicaEnd = (raw: Database, end: number): void =>
  void raw.prepare("INSERT INTO log_meta VALUES ('through', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(String(end));

/** Reads the server epoch and the last position of a log file, read-only. */
export function readLogFacts(path: string): { serverEpoch: string; end: number } {
  const raw = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    const serverEpoch = raw.prepare<[], string>("SELECT value FROM log_meta WHERE key = 'serverEpoch'").pluck().get() ?? '';
    return { serverEpoch, end: readLogEnd(raw) };
  } finally {
    raw.close();
  }
}

/** Returns the id of the server keys (`keys.json`) that this log was created with, or undefined if the log has none recorded. */
export const readLogKeyId = (raw: Database): string | undefined =>
  raw.prepare<[], string>("SELECT value FROM log_meta WHERE key = 'keyId'").pluck().get();

/** Records the id of the server keys that belong to this log. Throws if the log has one already. */
export const rememberLogKeyId = (raw: Database, keyId: string): void =>
  void raw.prepare("INSERT INTO log_meta (key, value) VALUES ('keyId', ?)").run(keyId);

/** True if no stream was ever stored in this log. */
export const isLogEmpty = (raw: Database): boolean => raw.prepare('SELECT 1 FROM stream LIMIT 1').get() === undefined;

/** True if the log holds no batch, no quarantined batch and no chunk. */
export const isLogUnused = (raw: Database): boolean =>
  raw.prepare('SELECT 1 FROM batch UNION ALL SELECT 1 FROM aside UNION ALL SELECT 1 FROM piece LIMIT 1').get() === undefined;
