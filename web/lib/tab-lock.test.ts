import { expect, test, vi } from 'vitest';
import { lockInTab } from './tab-lock.ts';

test('a tab holds the lock until it releases it; later tabs get it then', async () => {
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

test('without Web Locks every tab holds the lock', async () => {
  expect(await lockInTab('a', null).mine).toBe(true);
});
