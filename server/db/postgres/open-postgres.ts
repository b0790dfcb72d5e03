import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { migrations } from '../migrations/index.ts';
import type { Database } from '../schema.ts';
import { kyselyOf, type Told } from '../told.ts';
import { reasonOf } from './connection-faults.ts';
import { refuseUnfit } from './fitness.ts';
import { parserOf } from './number-parsers.ts';
import { TurnsDialect } from './postgres-dialect.ts';

export interface OpenPostgres {
  readonly db: Kysely<Database>;
  /** Did the last word of the server reach us? Asked while it didn't, it tries again. */
  isReachable(): boolean;
  close(): Promise<void>;
}

const mostConnections = 12;
/** Where a server never answers, somebody must be told. */
const connectTimeoutMs = 10_000;

const sessionSettings = {
  // On disk before it is answered, whatever the server is set to.
  synchronous_commit: 'on',
  // Compiling a statement takes longer than any of ours runs.
  jit: 'off',
  // An index is as near as the table: both are in memory, or on a disk without a head to move.
  random_page_cost: '1.1',
  // Whoever looks for something takes one processor from the others, and no more.
  max_parallel_workers_per_gather: '0',
  // A machine that went away in the middle of a change keeps nobody from their turn for longer than this.
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
};

/**
 * Opens (and brings up to date) the modules' database on a PostgreSQL server. `mayWrite`: whether this process may write now
 * (the server's `DatabaseLock`). Throws one sentence.
 */
export async function openPostgres(
  url: string,
  nowMs: number,
  told: Told = {},
  mayWrite: () => boolean = () => true,
): Promise<OpenPostgres> {
  const settings: PoolConfig & { readonly pipeline: true } = {
    // What is asked of a connection is sent without waiting for the answer before.
    pipeline: true,
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    types: { getTypeParser: parserOf },
    application_name: 'wenkao',
    keepAlive: true,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  const pool = new Pool(settings);
  let isReachable = true;
  // An idle connection that breaks is replaced at the next need.
  pool.on('error', () => void (isReachable = false));
  pool.on('connect', () => void (isReachable = true));
  try {
    const client = await pool.connect();
    try {
      await refuseUnfit(client);
      await migratePostgres(client, nowMs, told);
      const { rows } = await client.query<{ name: string }>(
        "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND is_nullable = 'YES'",
      );
      const dialect = new TurnsDialect(pool, new Set(rows.map((row) => row.name)), mayWrite);
      const db = kyselyOf(dialect, told);
      return {
        db,
        isReachable() {
          if (!isReachable) pool.query('SELECT 1').catch(() => undefined);
          return isReachable && mayWrite();
        },
        async close() {
          await db.destroy();
          // Kysely ends the pool only if it was ever used.
          if (!pool.ended) await pool.end();
        },
      };
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw reasonOf(error, url);
  }
}

/** Steps up to here are in the baseline. */
const baselineEnds = '0041-words-by-stores';

async function migratePostgres(client: PoolClient, nowMs: number, { began }: Told): Promise<void> {
  // Two servers that start at once: one of them makes it, the other finds it made.
  await client.query('BEGIN; SELECT pg_advisory_xact_lock(7361002)');
  try {
    const there = await client.query(
      "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'migration'",
    );
    const isNew = there.rowCount === 0;
    const applied = new Set<string>();
    if (isNew) {
      await client.query(readFileSync(join(import.meta.dirname, 'baseline.sql'), 'utf8'));
      await client.query('CREATE TABLE migration (name text PRIMARY KEY, applied_ms bigint NOT NULL)');
    } else for (const row of (await client.query<{ name: string }>('SELECT name FROM migration')).rows) applied.add(row.name);
    let inBaseline = isNew;
    for (const { name, postgres } of migrations) {
      if (applied.delete(name)) continue;
      if (!inBaseline) {
        if (postgres === undefined) throw new Error(`the step ${name} of the schema says nothing of PostgreSQL`);
        if (!isNew) began?.(name);
        await client.query(postgres);
      }
      await client.query('INSERT INTO migration (name, applied_ms) VALUES ($1, $2)', [name, nowMs]);
      if (name === baselineEnds) inBaseline = false;
    }
    if (applied.size > 0) throw new Error(`the database was made by a newer version (${[...applied].join(', ')}): refusing to open it`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
