import { expect, test } from 'vitest';
import { CallWatch, slowCallMs } from './call-watch.ts';

function watched() {
  const time = { ms: 0 };
  const logged: unknown[] = [];
  const log = (fields: object) => void logged.push(fields);
  const watch = new CallWatch({ clock: { nowMs: () => 7 }, logger: { info: log, warn: log, error: log } }, () => time.ms);
  const call = (path: string, statements: readonly (readonly [sql: string, ms: number])[], waits = false) =>
    watch.run(
      path,
      () => waits,
      async () => {
        for (const [sql, ms] of statements) {
          await Promise.resolve();
          time.ms += ms;
          watch.statement(sql, ms);
        }
      },
    );
  return { watch, call, logged, time };
}

test('a slow call is noted and logged with the statement that took longest', async () => {
  const { watch, call, logged } = watched();
  await call('/paper/getList', [
    ['select 1', 10],
    ['select 2', slowCallMs],
  ]);
  const recorded = {
    path: '/paper/getList',
    atMs: 7,
    ms: slowCallMs + 10,
    statements: 2,
    statementsMs: slowCallMs + 10,
    slowest: { sql: 'select 2', ms: slowCallMs },
  };
  expect(watch.slow).toEqual([recorded]);
  expect(logged).toEqual([recorded]);
});

test('CallWatch records neither quick calls nor calls that wait for news', async () => {
  const { watch, call } = watched();
  await call('/paper/getList', [['select 1', slowCallMs - 1]]);
  await call('/exam/wait', [['select 1', 60_000]], true);
  expect(watch.slow).toEqual([]);
});

test('CallWatch attributes statements to their own call among concurrent calls, and times failed calls', async () => {
  const { watch, time } = watched();
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const one = watch.run(
    '/one',
    () => false,
    async () => {
      await gate;
      watch.statement('of one', 5);
      throw new Error('broken');
    },
  );
  const two = watch.run(
    '/two',
    () => false,
    async () => {
      watch.statement('of two', 6);
      await gate;
    },
  );
  watch.statement('of nobody', 9);
  time.ms = slowCallMs;
  go();
  await expect(one).rejects.toThrow('broken');
  await two;
  expect(watch.slow.map((each) => [each.path, each.slowest?.sql])).toEqual(
    expect.arrayContaining([
      ['/one', 'of one'],
      ['/two', 'of two'],
    ]),
  );
});

test('CallWatch keeps the newest fifty slow calls and shortens long statements', async () => {
  const { watch, call } = watched();
  for (let at = 0; at < 60; at += 1) await call(`/call/${at}`, [['x'.repeat(3000), slowCallMs]]);
  expect(watch.slow).toHaveLength(50);
  expect([watch.slow[0]?.path, watch.slow[0]?.slowest?.sql.length]).toEqual(['/call/59', 2000]);
});
