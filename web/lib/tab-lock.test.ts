import { expect, test, vi } from 'vitest';
import { lockInTab } from './tab-lock.ts';

test('a tab holds the lock until it releases it; later tabs get it then', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  try {
    const first = lockInTab('a');
    expect(await first.isHeld).toBe(true);
    const second = lockInTab('a');
    await vi.advanceTimersByTimeAsync(500);
    expect(await second.isHeld).toBe(false);
    expect(await lockInTab('b').isHeld).toBe(true);
    first.release();
    await second.granted;
    const third = lockInTab('a');
    second.release();
    expect(await third.isHeld).toBe(true);
    third.release();
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

test('without Web Locks every tab holds the lock', async () => {
  expect(await lockInTab('a', null).isHeld).toBe(true);
});
