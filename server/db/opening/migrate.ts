import type { Database as SqliteDatabase } from 'better-sqlite3';

/** One step of the schema. A released step never changes; add a new step instead. */
export interface Migration {
  /** Number and module, for example "0001-user". */
  readonly name: string;
  readonly sql: string;
  /** SQL of the step for PostgreSQL. Steps up to 0041 have none; they are part of the PostgreSQL baseline. */
  readonly postgres?: string;
}

/**
 * Applies the missing steps, each in its own transaction. Throws if the database has steps unknown to this program, because a newer
 * one made it. Calls `began` before each step on a database in use: an index of many questions takes minutes and blocks the server.
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
