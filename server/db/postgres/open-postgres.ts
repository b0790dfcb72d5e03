import type { Kysely } from 'kysely';
import { Pool, type PoolConfig, type PoolClient } from 'pg';
import { migrations } from '../migrations/index.ts';
import type { Database } from '../schema.ts';
import { createKysely, type DatabaseCallbacks } from '../create-kysely.ts';
import { describeConnectionError } from './database-faults.ts';
import { createSocketSettings } from './connection-sockets.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { getTypeParser } from './number-parsers.ts';
import { LockScopeDialect } from './postgres-dialect.ts';

const oldest = 15;

/** Properties by which it is decided whether the PostgreSQL database can be used. */
export interface PostgresProperties {
  readonly number: number;
  readonly version: string;
  readonly encoding: string;
  /** 1 if the database compares texts byte by byte, not by the rules of a language. */
  readonly bytes: number;
  readonly database: string;
}

/** Returns the reason why the database cannot be used, or undefined. */
export function findUnfitReason({ number, version, encoding, bytes, database }: PostgresProperties): string | undefined {
  if (number < oldest * 10_000) return `PostgreSQL ${version} is too old: ${oldest} or newer is needed`;
  if (encoding === 'UTF8' && bytes === 1) return undefined;
  return `the database "${database}" sorts by a language or isn't UTF-8: create it with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`;
}

/** Throws if the database lacks what the schema and our lists depend on. Runs before the first write. */
export async function requireFitServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<PostgresProperties>(`
    SELECT current_setting('server_version_num')::bigint AS number, current_setting('server_version') AS version,
      getdatabaseencoding() AS encoding, current_database() AS database,
      ('a' < 'B') = false AND ('甲' < '乙') = false AND lower('AÄ') = 'aÄ' AS bytes`);
  const [facts] = rows;
  if (!facts) throw new Error('PostgreSQL returned no settings');
  const fault = findUnfitReason(facts);
  if (fault !== undefined) throw new Error(fault);
}

export interface OpenPostgres {
  readonly db: Kysely<Database>;
  /** False after a connection failed. A call then also starts another attempt to connect in the background. */
  isReachable(): boolean;
  close(): Promise<void>;
}

const mostConnections = 12;
/** Milliseconds to wait for a connection. If a server never responds, the operator must get an error. */
const connectTimeoutMs = 10_000;

const sessionSettings = {
  // Commits are on disk before they are confirmed, even if the server's default differs.
  synchronous_commit: 'on',
  // Compiling a statement takes longer than running any of ours.
  jit: 'off',
  // An index read costs about as much as a table read: both are in memory or on an SSD.
  random_page_cost: '1.1',
  // A search uses at most one processor.
  max_parallel_workers_per_gather: '0',
  // A machine that vanishes in the middle of a transaction blocks other writers for at most this time.
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
};

/**
 * Opens the server's main database on a PostgreSQL server and applies missing migrations. `mayWrite`: returns whether this process may write now (its
 * `DatabaseLock` is held). Throws an error with a message for the operator.
 */
export async function openPostgres(
  url: string,
  nowMs: number,
  callbacks: DatabaseCallbacks = {},
  mayWrite: () => boolean = () => true,
): Promise<OpenPostgres> {
  const settings: PoolConfig & { readonly pipeline: true } = {
    // Send statements without waiting for the previous response.
    pipeline: true,
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    types: { getTypeParser },
    application_name: 'wenkao',
    ...createSocketSettings(url),
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  const pool = new Pool(settings);
  let isReachable = true;
  // The pool replaces a broken idle connection when it needs one.
  pool.on('error', () => void (isReachable = false));
  pool.on('connect', () => void (isReachable = true));
  try {
    const client = await pool.connect();
    try {
      await requireFitServer(client);
      await migratePostgres(client, migrations, nowMs, callbacks);
      const { rows } = await client.query<{ name: string }>(
        "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND is_nullable = 'YES'",
      );
      const dialect = new LockScopeDialect(pool, new Set(rows.map((row) => row.name)), mayWrite);
      const db = createKysely(dialect, callbacks);
      return {
        db,
        isReachable() {
          if (!isReachable) pool.query('SELECT 1').catch(() => undefined);
          return isReachable && mayWrite();
        },
        async close() {
          await db.destroy();
          // Kysely ends the pool only after a first query, so end it explicitly.
          if (!pool.ended) await pool.end();
        },
      };
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw describeConnectionError(error, url);
  }
}
