import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOldPostgresSql } from '../../../tests/fixtures/databases/old-databases.ts';
import { queryServer } from '../../../tests/fixtures/postgres/raw-postgres.ts';
import { getPostgresUrl } from '../../../tests/fixtures/postgres/test-database.ts';
import { moduleSchema } from '../schema.ts';
import { buildSchemaSql } from '../schema/schema-sql.ts';
import { openPostgres } from './open-postgres.ts';
import { describePostgresSchema } from './postgres-catalogue.ts';

const server = getPostgresUrl() ?? '';
const names = ['old', 'declared'].map((name) => `wenkao_test_${process.pid}_${name}`);
let clients: pg.Client[] = [];

const urlOf = (name: string): string => Object.assign(new URL(server), { pathname: name }).href;
const schoolsOf = async (client: pg.Client | undefined) => (await client?.query('SELECT * FROM school'))?.rows;

beforeEach(async () => {
  clients = names.map((name) => new pg.Client(urlOf(name)));
  for (const name of names) queryServer(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  for (const client of clients) await client.connect();
  const [old, declared] = clients;
  await old?.query(readOldPostgresSql());
  await old?.query("INSERT INTO school (website, title, created_ms) VALUES ('demo', '甲学院', 5)");
  await declared?.query(buildSchemaSql(moduleSchema, 'postgres'));
});
afterEach(async () => {
  for (const client of clients) await client.end();
  for (const name of names) queryServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
});

describe('27.4: a database of the previous version', () => {
  it('opens with its rows, and with the declared schema', async () => {
    const [old, declared] = clients;
    const before = await schoolsOf(old);
    await (await openPostgres(urlOf(names[0] ?? ''), 9)).close();
    if (old === undefined || declared === undefined) throw new Error('no database');
    expect(await schoolsOf(old)).toEqual(before);
    expect((await old.query<{ name: string }>('SELECT name FROM migration ORDER BY name')).rows[0]).toEqual({ name: '0001-baseline' });
    expect(await describePostgresSchema(old)).toEqual(await describePostgresSchema(declared));
  });

  it('28.1: has its certified questions in bank 0 then', async () => {
    const [old] = clients;
    const columns =
      'type, status, stem, options, answer_key, analysis, difficulty, category, source, plain, hash, created_by, created_ms, updated_by, updated_ms';
    await old?.query(`INSERT INTO question (school_id, ${columns})
      SELECT bank, 1, 2, '', '[]', '{}', '', 2, '', '', '', '', 1, 1, 1, 1 FROM unnest(ARRAY[1, NULL]) AS bank`);
    await (await openPostgres(urlOf(names[0] ?? ''), 9)).close();
    const { rows } = (await old?.query('SELECT school_id, owner_school_id FROM question ORDER BY id')) ?? {};
    expect(rows).toEqual([
      { school_id: '1', owner_school_id: '1' },
      { school_id: '0', owner_school_id: null },
    ]);
    await expect(old?.query('UPDATE question SET school_id = 77')).rejects.toThrow(/foreign key/);
  });

  it('28.2: has search words that begin with the school then', async () => {
    const [old] = clients;
    await old?.query(`INSERT INTO "user" (school_id, login_name, user_type, status, name, pwd_hash, created_ms, updated_ms)
      VALUES (1, 'walker', 7, 1, '独孤-求', '', 1, 1)`);
    await (await openPostgres(urlOf(names[0] ?? ''), 9)).close();
    const words = ['独孤', '1§独孤', '1§§sign§§2d§'];
    const { rowCount } = (await old?.query('SELECT 1 FROM user_text WHERE grams @> $1', [words])) ?? {};
    expect(rowCount).toBe(1);
  });

  it('is refused with the differences if its schema was changed by hand', async () => {
    await clients[0]?.query('DROP INDEX paper_maker');
    await expect(openPostgres(urlOf(names[0] ?? ''), 9)).rejects.toThrow(/lacks \[index CREATE INDEX paper_maker/);
    expect((await clients[0]?.query("SELECT 1 FROM migration WHERE name = '0001-baseline'"))?.rowCount).toBe(0);
  });
});
