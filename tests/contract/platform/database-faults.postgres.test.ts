import { expect, it } from 'vitest';
import { classThing } from '../../../sync/contract/class.ts';
import { blankOf } from '../../../sync/contract/thing.ts';
import { askServer } from '../../fixtures/postgres/raw-postgres.ts';
import { dropOpened, openedCount, postgresUrl } from '../../fixtures/postgres/test-database.ts';
import { startServer } from '../server-fixture.ts';

const aClass = { ...blankOf(classThing), name: '甲班' };

it('a call whose database is away is told so, adds nothing, and goes through when it is back', async () => {
  const server = await startServer();
  const school = await server.callAs(2);
  const database = String(server.raw.prepare('SELECT current_database()').pluck().get());
  const say = (sql: string) => askServer(postgresUrl() ?? '', sql);
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

it('a text that cannot be kept is refused in words', async () => {
  const school = await (await startServer()).callAs(2);
  expect(await school('/class/add', { ...aClass, note: 'a\u0000b' })).toMatchObject({ code: 1001 });
});

it('a loop that tries again ends when the database of its test is dropped', async () => {
  const { deps } = await startServer();
  let looks = 0;
  const look = async (): Promise<never> => {
    for (;;) {
      looks += 1;
      await deps.timers.sleep(1);
    }
  };
  void look();
  await expect.poll(() => looks).toBeGreaterThan(2);
  await dropOpened(openedCount() - 1);
  const before = looks;
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(looks - before).toBeLessThanOrEqual(1);
});
