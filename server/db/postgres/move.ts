import { isDeepStrictEqual } from 'node:util';
import type Sqlite from 'better-sqlite3';
import pg from 'pg';
import { buildWordsOfRow, personWordColumns } from '../search/person-words-rebuild.ts';
import { type QuestionIndexColumns, indexedQuestionColumns, buildQuestionWords } from '../search/question-words.ts';
import { isConnectionLost } from './database-faults.ts';
import { readAppliedMigrations } from './migrate-postgres.ts';
import { getTypeParser } from './number-parsers.ts';

const rowsAtOnce = 1000;

type Row = Readonly<Record<string, unknown>>;
interface Column {
  readonly name: string;
  readonly type: string;
}

/**
 * Copies all rows of the server's main database on SQLite to an empty PostgreSQL database with the same schema. Runs in one transaction and compares
 * each row with the row that PostgreSQL stored. Returns the number of rows per table. On failure throws an error with a message for the operator and
 * writes nothing.
 */
export async function copyRowsToPostgres(from: Sqlite.Database, url: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  // Without a listener, a connection that breaks between two statements would end the process. The next statement reports the failure.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    const moved = new Map<string, number>();
    const tables = await listTables(client);
    await refuseFull(client);
    await refuseNewer(client, from);
    await runWithoutConstraints(client, async () => {
      for (const table of tables) {
        const count = await moveTable(client, from, table);
        moved.set(table, count);
      }
    });
    await rebuildWordIndexes(client, from);
    await client.query('COMMIT');
    // Makes lists fast from the start. If it fails, autovacuum does the same later.
    await client.query('VACUUM ANALYZE').catch(() => undefined);
    return moved;
  } catch (error) {
    if (isConnectionLost(error) || isConnectionLost((error as Error).cause ?? {}))
      throw new Error('the connection to PostgreSQL broke: nothing was moved. Try again when PostgreSQL is available', { cause: error });
    throw error;
  } finally {
    // Ending the connection rolls back an uncommitted transaction.
    await client.end();
  }
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT table_name::text AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_name NOT IN ('migration', 'question_text', 'user_text') ORDER BY 1`);
  return rows.map((row) => row.name);
}

async function refuseFull(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM school LIMIT 1');
  if (rowCount !== 0) throw new Error('the database on PostgreSQL has schools already: move into an empty database');
}

/**
 * Throws if a newer program has changed the SQLite database. This program can run on its tables, but would not copy columns that it does not know.
 */
async function refuseNewer(client: pg.Client, from: Sqlite.Database): Promise<void> {
  const targetNames = new Set((await readAppliedMigrations(client)).map(({ name }) => name));
  const applied = from.prepare<[], string>('SELECT name FROM migration ORDER BY name').pluck().all();
  const newer = applied.filter((name) => !targetNames.has(name));
  if (newer.length > 0) throw new Error(`the database was made by a newer version (${newer.join(', ')}): move it with that version`);
}

/** Runs `work` with triggers disabled and foreign keys deferred, because users and classes refer to each other. */
async function runWithoutConstraints(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  const { rows: triggered } = await client.query<{ table: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS "table" FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
     WHERE NOT tgisinternal AND c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { table } of triggered) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${name} DEFERRABLE`);
  await client.query('SET CONSTRAINTS ALL DEFERRED');
  await work();
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${name} NOT DEFERRABLE`);
  for (const { table } of triggered) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

async function moveTable(client: pg.Client, from: Sqlite.Database, table: string): Promise<number> {
  const { rows: columns } = await client.query<Column>(
    `SELECT quote_ident(column_name) AS name, udt_name::text AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  await client.query(`DELETE FROM "${table}"`);
  const names = columns.map(({ name }) => name);
  const lists = columns.map(({ type }, at) => `$${at + 1}::${type}[]`);
  // RETURNING gives the stored values, to compare them with the source.
  const insert = `INSERT INTO "${table}" (${names.join()}) SELECT * FROM unnest(${lists.join()}) RETURNING ${names.join()}`;
  let count = 0;
  for (const rows of readBatches(from.prepare<[], Row>(`SELECT ${names.join()} FROM "${table}"`))) {
    const answer = await client
      .query<Row>(
        insert,
        columns.map(({ name }) => rows.map((row) => row[unquote(name)])),
      )
      .catch((error: unknown) => {
        throw new Error(`${table}, rows ${count + 1} to ${count + rows.length}: ${(error as Error).message}`, { cause: error });
      });
    const differs = answer.rows.findIndex((row, at) => !isDeepStrictEqual({ ...row }, { ...rows[at] }));
    if (differs >= 0 || answer.rows.length !== rows.length)
      throw new Error(`${table}, row ${count + differs + 1}: the stored row differs from the original`);
    count += rows.length;
  }
  if (columns.some(({ name }) => name === 'id'))
    await client.query(
      `SELECT setval(sequence::regclass, most::bigint) FROM pg_get_serial_sequence('"${table}"', 'id') AS sequence, (SELECT max(id) AS most FROM "${table}") AS there
       WHERE sequence IS NOT NULL AND most IS NOT NULL`,
    );
  return count;
}

const unquote = (name: string): string => name.replaceAll('"', '');

/** Rebuilds the word indexes from the texts, because SQLite's full-text index cannot be read back. */
async function rebuildWordIndexes(client: pg.Client, from: Sqlite.Database): Promise<void> {
  const write = async (table: 'question_text' | 'user_text', source: string, words: (row: Row) => string): Promise<void> => {
    // Building an index over existing rows is faster than growing it row by row, and the result is quicker to search.
    const { rows: indexes } = await client.query<{ definition: string }>(
      `SELECT pg_get_indexdef('${table}_grams'::regclass) AS definition`,
    );
    await client.query(`DROP INDEX ${table}_grams`);
    for (const rows of readBatches(from.prepare<[], Row>(source)))
      await client.query(
        `INSERT INTO ${table} (rowid, grams) SELECT id, string_to_array(words, ' ') FROM unnest($1::bigint[], $2::text[]) AS one (id, words)`,
        [rows.map((row) => row['id']), rows.map(words)],
      );
    for (const { definition } of indexes) await client.query(definition);
  };
  await write('question_text', `SELECT id, ${indexedQuestionColumns.join()} FROM question`, (row) =>
    buildQuestionWords(row as unknown as QuestionIndexColumns),
  );
  await write('user_text', `SELECT id, ${personWordColumns.join()} FROM user`, buildWordsOfRow);
}

function* readBatches(statement: Sqlite.Statement<[], Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of statement.iterate()) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
