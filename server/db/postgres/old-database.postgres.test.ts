import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildOldAuditSql, oldAuditKey, readOldPostgresSql } from '../../../tests/fixtures/databases/old-databases.ts';
import { queryServer } from '../../../tests/fixtures/postgres/raw-postgres.ts';
import { getPostgresUrl } from '../../../tests/fixtures/postgres/test-database.ts';
import { appendEntries } from '../../features/platform/audit/audit-store.ts';
import { verifyAuditChains } from '../../features/platform/audit/audit-verify.ts';
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

describe('a database of the previous version', () => {
  it('opens with its rows, and with the declared schema', async () => {
    const [old, declared] = clients;
    const before = await schoolsOf(old);
    await (await openPostgres(urlOf(names[0] ?? ''), 9)).close();
    if (old === undefined || declared === undefined) throw new Error('no database');
    expect(await schoolsOf(old)).toEqual(before);
    expect((await old.query<{ name: string }>('SELECT name FROM migration ORDER BY name')).rows[0]).toEqual({ name: '0001-baseline' });
    expect(await describePostgresSchema(old)).toEqual(await describePostgresSchema(declared));
  });

  it('gets its certified questions into bank 0', async () => {
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

  it('gets search words that begin with the school', async () => {
    const [old] = clients;
    await old?.query(`INSERT INTO "user" (school_id, login_name, user_type, status, name, pwd_hash, created_ms, updated_ms)
      VALUES (1, 'walker', 7, 1, '独孤-求', '', 1, 1)`);
    await (await openPostgres(urlOf(names[0] ?? ''), 9)).close();
    const words = ['独孤', '1§独孤', '1§§sign§§2d§'];
    const { rowCount } = (await old?.query('SELECT 1 FROM user_text WHERE grams @> $1', [words])) ?? {};
    expect(rowCount).toBe(1);
  });

  it('gets its audit chain as the platform’s, unbroken, and appends to it', async () => {
    const [old] = clients;
    await old?.query(buildOldAuditSql());
    const { db, close } = await openPostgres(urlOf(names[0] ?? ''), 9);
    const entry = {
      at_ms: 1000,
      user_id: null,
      user_name: '',
      login_name: '',
      user_type: null,
      call: '/paper/add',
      entity: 'paper',
      entity_id: '1',
      code: 0,
      ip: '',
      agent: '',
      detail: '{}',
    };
    for (const school_id of [null, 1])
      await db.transaction().execute((tx) => appendEntries(tx, oldAuditKey, school_id ?? 0, [{ ...entry, school_id }]));
    const heads = [
      { schoolId: 0, seq: 4 },
      { schoolId: 1, seq: 1 },
    ];
    expect(await verifyAuditChains(db, oldAuditKey)).toMatchObject({ kind: 'ok', count: 5, heads });
    expect(await db.selectFrom('audit').select('id').orderBy('id').execute()).toEqual([1, 2, 3, 4, 5].map((id) => ({ id })));
    await expect(old?.query('UPDATE audit SET code = 1')).rejects.toThrow(/append-only/);
    await close();
  });

  it('keeps a truncated audit chain, which is reported as broken', async () => {
    const [old] = clients;
    await old?.query(`${buildOldAuditSql()}; ALTER TABLE audit DISABLE TRIGGER audit_no_delete; DELETE FROM audit WHERE seq = 3;
      ALTER TABLE audit ENABLE TRIGGER audit_no_delete`);
    const { db, close } = await openPostgres(urlOf(names[0] ?? ''), 9);
    expect(await verifyAuditChains(db, oldAuditKey)).toEqual({ kind: 'broken', schoolId: 0, seq: 3, why: 'cutOff' });
    await close();
  });

  it('is refused with the differences if its schema was changed by hand', async () => {
    await clients[0]?.query('DROP INDEX paper_maker');
    await expect(openPostgres(urlOf(names[0] ?? ''), 9)).rejects.toThrow(/lacks \[index CREATE INDEX paper_maker/);
    expect((await clients[0]?.query("SELECT 1 FROM migration WHERE name = '0001-baseline'"))?.rowCount).toBe(0);
  });
});
