import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { debounce } from './debounce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('debounce runs once after the pause, with the last value', () => {
  const run = vi.fn<(text: string) => void>();
  const later = debounce(run, 250);
  later('a');
  vi.advanceTimersByTime(249);
  later('ab');
  vi.advanceTimersByTime(249);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run.mock.calls).toEqual([['ab']]);
});

test('flush runs a waiting call at once, and only once', () => {
  const run = vi.fn<(text: string) => void>();
  const later = debounce(run, 250);
  later('a');
  later.flush();
  later.flush();
  vi.advanceTimersByTime(1000);
  expect(run.mock.calls).toEqual([['a']]);
});
