import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchThreadTime } from './thread-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { seconds: 50, wallSeconds: 300 };
/** A worker thread that gets the fraction `part` of a processor. */
const thread = (part: number) => {
  const from = Date.now();
  return { cpuUsage: () => Promise.resolve({ user: (Date.now() - from) * 1000 * part, system: 0 }) };
};
/** Returns the seconds by the clock after which the thread was stopped. */
const givenUpAfter = async (part: number): Promise<number | undefined> => {
  const from = Date.now();
  let after: number | undefined;
  watchThreadTime(thread(part), limits, () => (after = (Date.now() - from) / 1000));
  await vi.advanceTimersByTimeAsync(400_000);
  return after;
};

it('watchThreadTime stops a thread by its own processor time, not by time that others used', async () => {
  expect(await givenUpAfter(1)).toBe(50);
  const shared = await givenUpAfter(0.25);
  expect(shared).toBeGreaterThanOrEqual(200);
  expect(shared).toBeLessThan(201);
});

it('watchThreadTime stops an idle thread when its limit of elapsed time is reached', async () => {
  expect(await givenUpAfter(0)).toBe(300);
});

it('a thread that has ended is watched no more', async () => {
  const over = vi.fn();
  watchThreadTime(thread(1), limits, over)();
  watchThreadTime({ cpuUsage: () => Promise.reject(new Error('not running')) }, { ...limits, wallSeconds: 1e5 }, over);
  await vi.advanceTimersByTimeAsync(400_000);
  expect(over).not.toHaveBeenCalled();
});
