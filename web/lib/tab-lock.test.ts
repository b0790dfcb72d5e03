import { expect, test, vi } from 'vitest';
import { lockInTab } from './tab-lock.ts';

test('one tab has it until it lets go, or the next one has waited long enough', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  try {
    const first = lockInTab('a');
    expect(await first.mine).toBe(true);
    const second = lockInTab('a');
    await vi.advanceTimersByTimeAsync(500);
    expect(await second.mine).toBe(false);
    expect(await lockInTab('b').mine).toBe(true);
    first.letGo();
    await second.granted;
    const third = lockInTab('a');
    second.letGo();
    expect(await third.mine).toBe(true);
    third.letGo();
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

test('where a browser knows nothing of its other tabs, each is alone', async () => {
  expect(await lockInTab('a', null).mine).toBe(true);
});
