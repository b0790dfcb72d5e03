import { expect, test } from 'vitest';
import { roundTimeLeft } from './time-left.ts';

test.each([
  [1_000, 'minutes', 1],
  [90 * 60_000, 'minutes', 90],
  [5 * 3_600_000, 'hours', 5],
  [49 * 3_600_000, 'days', 2],
] as const)('roundTimeLeft gives %i ms in %s', (ms, key, n) => {
  expect(roundTimeLeft(ms)).toEqual({ key, n });
});
