import { expect, test } from 'vitest';
import { labelWritingTime, writingGraceMs } from './time-label.ts';

const deadline = 1_000_000;

test.each([
  ['received in time', { latestMs: 999_000, livedFromMs: 999_000 }, undefined, 'within'],
  ['in its document’s lived time, within the writing grace', { latestMs: deadline + writingGraceMs, livedFromMs: 1 }, undefined, 'grace'],
  [
    'in its document’s lived time, beyond the writing grace',
    { latestMs: deadline + writingGraceMs + 1, livedFromMs: 1 },
    undefined,
    'unprovable',
  ],
  [
    'one second after the end, in a document first heard then',
    { latestMs: deadline + 1000, livedFromMs: deadline + 1000 },
    undefined,
    'unprovable',
  ],
  ['its document had run past the deadline', { latestMs: 90_000_000, livedFromMs: 500_000 }, 1_900_000, 'late'],
  ['its document began before the deadline at the earliest', { latestMs: 90_000_000, livedFromMs: 500_000 }, 900_000, 'unprovable'],
] as const)('SY22: labelWritingTime: %s', (_name, proven, earliestMs, label) => {
  expect(labelWritingTime(proven, deadline, earliestMs)).toBe(label);
});
