import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runEvery } from './run-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runEvery never runs twice at once, reports an error, and runs again after it', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const failed = vi.fn();
  const stop = runEvery(1_000, () => (runs.push(Promise.withResolvers<void>()), runs.at(-1)?.promise ?? Promise.resolve()), failed);
  expect(runs).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('no'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('no'));
  expect(runs).toHaveLength(2);
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([runs.length, isStopped]).toEqual([2, false]);
  runs[1]?.resolve();
  await stopped;
});
