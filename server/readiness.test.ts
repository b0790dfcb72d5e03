import { expect, test } from 'vitest';
import { watchReadiness } from './readiness.ts';

test('28: watchReadiness logs when the server stops being ready, why, and when it is ready again', async () => {
  const stopping = new AbortController();
  const logged: unknown[] = [];
  const log = (fields: object, message: string): void => void logged.push([fields, message]);
  let now: string | null = null;
  const looks: (() => void)[] = [];
  const sleep = () => new Promise<void>((wake) => void looks.push(wake));
  const ask = watchReadiness({ reason: async () => now, logger: { info: log, error: log }, timers: { sleep }, stopping: stopping.signal });
  expect([await ask(), logged]).toEqual([null, []]);
  now = 'PostgreSQL is read-only';
  expect([await ask(), await ask()]).toEqual([now, now]);
  now = 'PostgreSQL';
  await expect.poll(() => looks.length).toBe(1);
  for (const wake of looks.splice(0)) wake();
  await expect.poll(() => logged.length).toBe(2);
  now = null;
  expect(await ask()).toBe(null);
  const message = 'this server is not ready: /readyz answers 503';
  expect(logged).toEqual([
    [{ reason: 'PostgreSQL is read-only' }, message],
    [{ reason: 'PostgreSQL' }, message],
    [{}, 'this server is ready again'],
  ]);
  stopping.abort();
  looks.splice(0).forEach((wake) => wake());
});
