import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { copyRowsToPostgres } from '../../server/db/postgres/move.ts';
import { openPostgres } from '../../server/db/postgres/open-postgres.ts';

/** Copies the rows of the list benchmark from an SQLite file to an empty PostgreSQL database. */
const { file, url, nowMs } = workerData as { file: string; url: string; nowMs: number };
await (await openPostgres(url, nowMs)).close();
const spacious = new URL(url);
spacious.searchParams.set('options', '-c maintenance_work_mem=512MB');
const client = new pg.Client(spacious.href);
await client.connect();
// Build the indexes after the rows: adding to them row by row takes several times as long. `copyRowsToPostgres` does the same for the word indexes.
const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
  WHERE NOT indisunique AND relnamespace = current_schema()::regnamespace AND relname NOT IN ('question_text', 'user_text')`);
await client.query(`DROP INDEX ${indexes.map(({ name }) => name).join()}`);
const source = new Sqlite(file, { readonly: true });
await copyRowsToPostgres(source, spacious.href);
source.close();
await client.query(indexes.map(({ definition }) => definition).join(';\n'));
await client.query('VACUUM ANALYZE');
await client.end();
parentPort?.postMessage('moved');
