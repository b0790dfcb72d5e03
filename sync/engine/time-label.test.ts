import { expect, test } from 'vitest';
import { timeLabel } from './time-label.ts';

const [deadline, grace] = [1_000_000, 60_000];

test.each([
  ['there in time', { receivedMs: 999_000, monoMs: 5 }, 'within'],
  ['there within the grace', { receivedMs: 1_030_000, monoMs: 5 }, 'grace'],
  ['there the next day, nothing to go by', { receivedMs: 90_000_000, monoMs: 5 }, 'unprovable'],
  [
    'there the next day, but written ten minutes after one that was there in time',
    { receivedMs: 90_000_000, monoMs: 700_000, anchor: { receivedMs: 300_000, monoMs: 100_000 } },
    'within',
  ],
  [
    'its document had run past the deadline when it was written',
    { receivedMs: 90_000_000, monoMs: 1_500_000, anchor: { receivedMs: 500_000, monoMs: 0 }, documentBeganMs: 400_000 },
    'late',
  ],
] as const)('SY22: %s', (_name, evidence, label) => {
  expect(timeLabel(evidence, deadline, grace)).toBe(label);
});
