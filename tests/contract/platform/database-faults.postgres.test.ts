import { expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { queryServer } from '../../fixtures/postgres/raw-postgres.ts';
import { dropOpenedDatabases, countOpened, getPostgresUrl } from '../../fixtures/postgres/test-database.ts';
import { startTestServer } from '../server-fixture.ts';

const aClass = { ...createBlankDraft(classResource), name: '甲班' };

it('a call is refused with the reason while its database is unreachable, changes nothing, and works afterwards', async () => {
  const server = await startTestServer();
  const school = await server.callAs(2);
  const database = String(server.raw.prepare('SELECT current_database()').pluck().get());
  const say = (sql: string) => queryServer(getPostgresUrl() ?? '', sql);
  say(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  say(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
  expect(await school('/class/add', aClass)).toMatchObject({
    status: 503,
    code: 5000,
    msg: expect.stringContaining('数据库暂时连接不上') as string,
  });
  say(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  expect(await school('/class/getList', {})).toMatchObject({ code: 0, data: { total: 0 } });
  expect((await school('/class/add', aClass)).code).toBe(0);
});

it('a text with a null character, which PostgreSQL cannot store, is refused as invalid', async () => {
  const school = await (await startTestServer()).callAs(2);
  expect(await school('/class/add', { ...aClass, note: 'a\u0000b' })).toMatchObject({ code: 1001 });
});

it('a retry loop ends when the database of its test is dropped', async () => {
  const { deps } = await startTestServer();
  let looks = 0;
  const look = async (): Promise<never> => {
    for (;;) {
      looks += 1;
      await deps.timers.sleep(1);
    }
  };
  void look();
  await expect.poll(() => looks).toBeGreaterThan(2);
  await dropOpenedDatabases(countOpened() - 1);
  const before = looks;
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(looks - before).toBeLessThanOrEqual(1);
});
