import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/fixtures/postgres/test-database.ts';
import { openDatabase, type OpenDatabase } from '../opening/open.ts';

type Raw = OpenDatabase['raw'];
const rows = <T>(raw: Raw, sql: string): T[] => raw.prepare<[], T>(sql).all();
const wordTables = ['question_text', 'user_text'];
const listed = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** Returns the rows that a new database contains, except those about migrations. */
const begunWith = (raw: Raw, tables: readonly string[]): string[] =>
  tables
    .filter((table) => table !== 'migration')
    .flatMap((table) => rows(raw, `SELECT * FROM "${table}"`).map((row) => `${table} ${JSON.stringify(row)}`));

/** Returns the columns that an index of SQLite joins to one searched text; none if the index has no such text. */
function textColumns(raw: Raw, table: string, index: string, others: readonly string[]): string[] {
  const [{ sql } = { sql: null }] = rows<{ sql: string | null }>(raw, `SELECT sql FROM sqlite_schema WHERE name = '${index}'`);
  // The automatic index of a primary or unique key has no SQL text.
  if (sql?.includes('char(10)') !== true) return [];
  const known = new Set(rows<{ name: string }>(raw, `SELECT name FROM pragma_table_xinfo('${table}')`).map(({ name }) => name));
  return [...new Set(sql.match(/\w+/g))].filter((word) => known.has(word) && !others.includes(word));
}

/** Describes the schema, in the same format as `onPostgres` does, so that the two can be compared. */
function onSqlite(raw: Raw) {
  const tables = rows<{ name: string }>(
    raw,
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`,
  ).map(({ name }) => name);
  const types: Record<string, string> = { INTEGER: 'bigint', TEXT: 'text', REAL: 'double precision', BLOB: 'bytea' };
  return {
    tables,
    columns: tables.flatMap((table) =>
      rows<{ name: string; type: string; notnull: number; pk: number; dflt_value: string | null }>(
        raw,
        `SELECT * FROM pragma_table_xinfo('${table}')`,
      ).map(({ name, type, notnull, pk, dflt_value }) =>
        [table, name, types[type], notnull === 1 || pk > 0 ? 'not null' : 'null', dflt_value ?? ''].join(' '),
      ),
    ),
    keys: tables.flatMap((table) =>
      rows<{ from: string; table: string; on_delete: string }>(raw, `SELECT * FROM pragma_foreign_key_list('${table}')`).map((key) =>
        [table, key.from, key.table, key.on_delete].join(' '),
      ),
    ),
    indexes: tables.flatMap((table) =>
      rows<{ name: string; unique: number; origin: string; partial: number }>(raw, `SELECT * FROM pragma_index_list('${table}')`)
        .map((index) => {
          const columns = rows<{ name: string | null; key: number }>(raw, `SELECT * FROM pragma_index_xinfo('${index.name}')`).flatMap(
            ({ key, name }) => (key === 1 && name !== null ? name : []),
          );
          // SQLite's index holds the searched text as one expression, PostgreSQL's holds its columns. List the columns for both.
          return { ...index, columns: [...columns, ...textColumns(raw, table, index.name, columns)] };
        })
        // In SQLite an integer primary key is the table itself and has no index.
        .map(({ name, unique, origin, partial, columns }) =>
          [table, origin === 'c' ? name : '', unique === 1 ? 'unique' : '', partial === 1 ? 'partial' : '', ...columns].join(' '),
        ),
    ),
    begun: begunWith(raw, tables),
    triggers: rows<{ name: string }>(raw, "SELECT name FROM sqlite_schema WHERE type = 'trigger'").map(({ name }) => name),
  };
}

function onPostgres(raw: Raw) {
  const own = `NOT IN (${listed(wordTables)})`;
  const pick = (sql: string): string[] => rows<{ line: string }>(raw, sql).map(({ line }) => line);
  const tables = pick(
    `SELECT table_name AS line FROM information_schema.tables WHERE table_schema = 'public' AND table_name ${own} ORDER BY 1`,
  );
  return {
    begun: begunWith(raw, tables),
    tables,
    columns: pick(`
      SELECT concat_ws(' ', table_name, column_name, CASE udt_name WHEN 'citext' THEN 'text' ELSE data_type END,
        CASE is_nullable WHEN 'YES' THEN 'null' ELSE 'not null' END, coalesce(regexp_replace(column_default, '::\\w+', ''), '')) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name ${own}`),
    keys: pick(`
      SELECT concat_ws(' ', c.conrelid::regclass, a.attname, c.confrelid::regclass,
        CASE c.confdeltype WHEN 'a' THEN 'NO ACTION' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' END) AS line
      FROM pg_constraint AS c JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) WHERE c.contype = 'f'`),
    indexes: pick(`
      SELECT concat_ws(' ', t.relname, CASE WHEN k.oid IS NULL THEN i.relname ELSE '' END, CASE WHEN x.indisunique THEN 'unique' ELSE '' END,
        CASE WHEN x.indpred IS NULL THEN '' ELSE 'partial' END,
        (SELECT string_agg(a.attname, ' ' ORDER BY n) FROM unnest(x.indkey) WITH ORDINALITY AS u (attnum, n)
         JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = u.attnum)) AS line
      FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS t ON t.oid = x.indrelid
      JOIN pg_namespace AS s ON s.oid = t.relnamespace LEFT JOIN pg_constraint AS k ON k.conindid = i.oid AND k.contype IN ('p', 'u')
      WHERE s.nspname = 'public' AND t.relname ${own}
        AND NOT (k.contype IS NOT DISTINCT FROM 'p' AND array_length(k.conkey, 1) = 1
          AND (SELECT atttypid FROM pg_attribute WHERE attrelid = t.oid AND attnum = k.conkey[1]) = 'bigint'::regtype)`),
    triggers: pick(`SELECT tgname AS line FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text ${own}`),
  };
}

describe('the SQLite and PostgreSQL schemas', () => {
  let sqlite: ReturnType<typeof onSqlite>;
  let postgres: ReturnType<typeof onPostgres>;
  beforeAll(async () => {
    sqlite = onSqlite(openDatabase(':memory:', 0).raw);
    postgres = onPostgres((await openTestDatabase(':memory:', 0)).raw);
  });
  const plain = (lines: readonly string[]): string[] =>
    lines.map((line) => line.replaceAll('"', '').trim().replaceAll(/ +/g, ' ')).toSorted();

  it.each(['tables', 'columns', 'keys', 'indexes', 'triggers', 'begun'] as const)('have the same %s', (what) => {
    expect(sqlite[what].length).toBeGreaterThan(what === 'begun' ? 0 : 10);
    expect(plain(postgres[what])).toEqual(plain(sqlite[what]));
  });
});

it('search words of questions are stored outside the table’s rows and have no planner statistics', async () => {
  const { raw } = await openTestDatabase(':memory:', 0);
  // A question has about 150 words in the word index.
  raw.exec(`INSERT INTO question_text (rowid, grams)
    SELECT id, (SELECT array_agg('0§word' || id || 'of' || n) FROM generate_series(1, 150) AS n) FROM generate_series(1, 500) AS id`);
  const [size] = rows<{ table: number; whole: number }>(
    raw,
    `SELECT pg_relation_size('question_text') AS "table", pg_table_size('question_text') AS whole`,
  );
  expect(Number(size?.table)).toBeLessThan(100_000);
  expect(Number(size?.whole)).toBeGreaterThan(400_000);
  // The planner must have no statistics of the words: with them it would assume that most rows have any given word.
  const targets = rows<{ target: number }>(
    raw,
    `SELECT attstattarget AS target FROM pg_attribute WHERE attrelid = 'question_text'::regclass AND attname = 'grams'`,
  );
  expect(targets.map(({ target }) => Number(target))).toEqual([0]);
});
