import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createServerDatabase, type ServerDatabase } from '../../../tests/fixtures/postgres/server-database.ts';
import { migrations } from '../migrations/index.ts';
import { migratePostgres } from './migrate-postgres.ts';

let database: ServerDatabase;
let clients: pg.Client[] = [];
beforeEach(async () => {
  database = (await createServerDatabase()) ?? expect.fail('there is no PostgreSQL');
  clients = [1, 2, 3].map(() => new pg.Client(database.url));
  for (const client of clients) await client.connect();
});
afterEach(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});

const addColumn = (name: string) => {
  const sql = `ALTER TABLE school ADD COLUMN ${name} bigint`;
  return { name: `9999-${name}`, sqlite: sql, postgres: sql, runsWithOlder: true as const };
};
const newer = [...migrations, addColumn('first'), addColumn('second')];
const none = { lockMs: 20, pauseMs: 0, giveUpMs: 0 };

it('a migration waits for a locked table without blocking the running servers, and then runs', async () => {
  const [migrating, dumping, serving] = clients as [pg.Client, pg.Client, pg.Client];
  await migratePostgres(migrating, migrations, 0);
  await dumping.query('BEGIN; SELECT * FROM school');
  let attempts = 0;
  const began = (): void => void (attempts += 1);
  const done = migratePostgres(migrating, newer, 0, { onMigration: began }, { ...none, giveUpMs: 600_000 });
  await expect.poll(() => attempts).toBeGreaterThan(2);
  await serving.query('SELECT * FROM school');
  await dumping.query('COMMIT');
  await done;
  const { rows } = await serving.query('SELECT name, runs_with_older FROM migration WHERE runs_with_older = 1 ORDER BY name');
  expect(rows.map(({ name }: { name: string }) => name)).toEqual(newer.flatMap((each) => (each.runsWithOlder ? each.name : [])));
});

it('a migration whose table stays locked fails with a reason, and earlier migrations remain applied', async () => {
  const [migrating, dumping] = clients as [pg.Client, pg.Client];
  await migratePostgres(migrating, migrations, 0);
  await migratePostgres(migrating, newer.slice(0, -1), 0);
  await dumping.query('BEGIN; SELECT * FROM school');
  await expect(migratePostgres(migrating, newer, 0, {}, none)).rejects.toThrow(
    'another program such as pg_dump uses tables that 9999-second changes: restart this server when that program has ended',
  );
  const { rows } = await migrating.query('SELECT max(name) AS name FROM migration');
  expect(rows).toEqual([{ name: '9999-first' }]);
});
