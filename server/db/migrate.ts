import type { Database as SqliteDatabase } from 'better-sqlite3';

/** One step of the schema. Never changed once released: a new step is added instead. */
export interface Migration {
  /** Number and module: "0001-user". */
  readonly name: string;
  readonly sql: string;
  /** The same for PostgreSQL; steps of before are in its baseline. */
  readonly postgres?: string;
}

/**
 * Applies what is missing, each step in its own transaction. A database newer than this program is refused. `began` is told before each step of a
 * database that is in use already: an index of many questions takes minutes, and nothing answers meanwhile.
 */
export function migrate(
  raw: SqliteDatabase,
  migrations: readonly Migration[],
  nowMs: number,
  began: (step: string) => void = () => undefined,
): void {
  raw.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_ms INTEGER NOT NULL) STRICT');
  const applied = new Set(raw.prepare<[], string>('SELECT name FROM migration').pluck().all());
  const inUse = applied.size > 0;
  for (const { name, sql } of migrations) {
    if (applied.delete(name)) continue;
    if (inUse) began(name);
    raw
      .transaction(() => {
        raw.exec(sql);
        raw.prepare('INSERT INTO migration (name, applied_ms) VALUES (?, ?)').run(name, nowMs);
      })
      .immediate();
  }
  if (applied.size > 0) throw new Error(`the database was made by a newer version (${[...applied].join(', ')}): refusing to open it`);
}
