import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { DatabaseCallbacks } from '../create-kysely.ts';
import {
  type AppliedMigration,
  baselineName,
  buildRecordSql,
  type Migration,
  planMigration,
  requireSameSchema,
} from '../migration-plan.ts';
import { moduleSchema } from '../schema.ts';
import { buildSchemaSql } from '../schema/schema-sql.ts';
import { rebuildAllWordsOnPostgres } from '../search/person-words-rebuild.ts';
import { describePostgresSchema } from './postgres-catalogue.ts';

/** Times in milliseconds; the constants of the same names have the default values. */
interface LockWaits {
  readonly lockMs: number;
  readonly pauseMs: number;
  readonly giveUpMs: number;
}

/**
 * Longest wait for the lock of a table, in milliseconds. Meanwhile every statement of the running servers on that table waits as well. After 1 s
 * PostgreSQL cancels an automatic VACUUM that holds the table, so the wait must be longer.
 */
const lockMs = 2_000;
/** Milliseconds between two attempts of a migration to lock its tables, in which the running servers can work. */
const pauseMs = 5_000;
/** Milliseconds after which migrating is given up with an error for the operator. A `pg_dump` may hold its locks for hours. */
const giveUpMs = 300_000;

/** Returns the migrations applied to the connection's current schema; none if the database is empty. */
export async function readAppliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const migrationTable = await client.query(
    "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'migration'",
  );
  return migrationTable.rowCount === 0 ? [] : (await client.query<AppliedMigration>('SELECT * FROM migration')).rows;
}

/**
 * Brings the server's main database on PostgreSQL to the declared schema. Each migration of a database in use has its own transaction and gives up
 * the locks of its tables before the next one. Calls `onMigration` before each attempt of a migration. Throws an error with a message for the operator.
 */
export async function migratePostgres(
  client: ClientBase,
  migrations: readonly Migration[],
  nowMs: number,
  { onMigration }: Pick<DatabaseCallbacks, 'onMigration'> = {},
  waits: LockWaits = { lockMs, pauseMs, giveUpMs },
): Promise<void> {
  let current = '';
  const note = (migration: string): void => {
    current = migration;
    onMigration?.(migration);
  };
  for (const begunMs = performance.now(); ;) {
    try {
      if (await applyMissing(client, migrations, { nowMs, onMigration: note, lockMs: waits.lockMs })) return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
      if (performance.now() - begunMs > waits.giveUpMs)
        throw new Error(
          `another program such as pg_dump uses tables that ${current} changes: restart this server when that program has ended`,
          {
            cause: error,
          },
        );
      await sleep(waits.pauseMs);
    }
  }
}

/** Creates or adopts the schema, or applies the first missing migration. Returns true if none is left. */
async function applyMissing(
  client: ClientBase,
  migrations: readonly Migration[],
  { nowMs, onMigration, lockMs }: { nowMs: number; onMigration: (name: string) => void; lockMs: number },
): Promise<boolean> {
  // If two servers start at once, one creates the schema and the other then finds it.
  await client.query('BEGIN; SELECT pg_advisory_xact_lock(7361002)');
  try {
    const { start, missing } = planMigration(await readAppliedMigrations(client), migrations);
    const run = async (migration: Pick<Migration, 'name' | 'runsWithOlder'>, sql: string): Promise<void> => {
      await client.query(sql);
      await client.query(buildRecordSql(migration, nowMs));
    };
    if (start === 'create') await run({ name: baselineName }, buildSchemaSql(moduleSchema, 'postgres'));
    if (start === 'adopt') await run({ name: baselineName }, 'DELETE FROM migration');
    await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
    const applied = start === 'update' ? missing.slice(0, 1) : missing;
    for (const migration of applied) {
      if (start !== 'create') onMigration(migration.name);
      await run(migration, start === 'create' ? '' : migration.postgres);
      if (start !== 'create' && migration.rebuildsPersonWords === true) await rebuildAllWordsOnPostgres(client);
    }
    if (start === 'adopt') requireSameSchema(await describePostgresSchema(client), await describeDeclared(client));
    await client.query('COMMIT');
    return applied.length === missing.length;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Describes the declared schema: creates it under another name in the same database, reads it and drops it again. */
async function describeDeclared(client: ClientBase): Promise<string[]> {
  const schemaName = (await client.query<{ name: string }>('SELECT quote_ident(current_schema()) AS name')).rows[0]?.name ?? 'public';
  await client.query(`CREATE SCHEMA wenkao_declared; SET LOCAL search_path TO wenkao_declared, ${schemaName}`);
  await client.query(buildSchemaSql(moduleSchema, 'postgres'));
  const lines = await describePostgresSchema(client);
  await client.query(`SET LOCAL search_path TO ${schemaName}; DROP SCHEMA wenkao_declared CASCADE`);
  return lines;
}
