import type { Kysely } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { migrations } from '../migrations/index.ts';
import { baselineName, planMigration, requireSameSchema } from '../opening/migrate.ts';
import { type Database, moduleSchema } from '../schema.ts';
import { buildSchemaSql } from '../schema/schema-sql.ts';
import { createKysely, type DatabaseCallbacks } from '../opening/create-kysely.ts';
import { describeConnectionError } from './connection-faults.ts';
import { createSocketSettings } from './connection-sockets.ts';
import { requireFitServer } from './fitness.ts';
import { rebuildAllWordsOnPostgres } from '../search/person-words-rebuild.ts';
import { getTypeParser } from './number-parsers.ts';
import { describePostgresSchema } from './postgres-catalogue.ts';
import { LockScopeDialect } from './postgres-dialect.ts';

export interface OpenPostgres {
  readonly db: Kysely<Database>;
  /** False after a connection failed. Asking then starts another attempt in the background. */
  isReachable(): boolean;
  close(): Promise<void>;
}

const mostConnections = 12;
/** If a server never responds, the operator must get an error. */
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
 * Opens the modules' database on a PostgreSQL server and applies missing migrations. `mayWrite`: whether this process may write now (its
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
    types: { getTypeParser: getTypeParser },
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
      await migratePostgres(client, nowMs, callbacks);
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

async function migratePostgres(client: PoolClient, nowMs: number, { began }: DatabaseCallbacks): Promise<void> {
  // If two servers start at once, one creates the schema and the other then finds it.
  await client.query('BEGIN; SELECT pg_advisory_xact_lock(7361002)');
  try {
    const there = await client.query(
      "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'migration'",
    );
    const applied = there.rowCount === 0 ? [] : (await client.query<{ name: string }>('SELECT name FROM migration')).rows;
    const { start, missing } = planMigration(new Set(applied.map(({ name }) => name)), migrations);
    const run = async (name: string, sql: string): Promise<void> => {
      await client.query(sql);
      await client.query('INSERT INTO migration (name, applied_ms) VALUES ($1, $2)', [name, nowMs]);
    };
    if (start === 'create') await run(baselineName, buildSchemaSql(moduleSchema, 'postgres'));
    if (start === 'adopt') await run(baselineName, 'DELETE FROM migration');
    for (const { name, postgres, rebuildsPersonWords } of missing) {
      if (start !== 'create') began?.(name);
      await run(name, start === 'create' ? '' : postgres);
      if (start !== 'create' && rebuildsPersonWords === true) await rebuildAllWordsOnPostgres(client);
    }
    if (start === 'adopt') requireSameSchema(await describePostgresSchema(client), await describeDeclared(client));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Describes the declared schema, which it creates beside the database's own one and drops again. */
async function describeDeclared(client: PoolClient): Promise<string[]> {
  const own = (await client.query<{ name: string }>('SELECT quote_ident(current_schema()) AS name')).rows[0]?.name ?? 'public';
  await client.query(`CREATE SCHEMA wenkao_declared; SET LOCAL search_path TO wenkao_declared, ${own}`);
  await client.query(buildSchemaSql(moduleSchema, 'postgres'));
  const lines = await describePostgresSchema(client);
  await client.query(`SET LOCAL search_path TO ${own}; DROP SCHEMA wenkao_declared CASCADE`);
  return lines;
}
