import { expect, it } from 'vitest';
import { computePassMark, sumSectionPoints } from './paper-points.ts';

it('sumSectionPoints adds the points of all sections', () =>
  expect(
    sumSectionPoints([
      { count: 160, pointsEach: 0.5 },
      { count: 40, pointsEach: 0.5 },
    ]),
  ).toBe(100));

it.each([
  [60, 100, 100, 60],
  [60, 100, 95, 57],
  [60, 100, 50.5, 30.5],
  [100, 100, 80, 80],
  [0, 100, 80, 0],
  [60, 100, 0, 0],
  [6, 0, 10, 6],
])('a pass mark of %d of %d becomes, on a paper of %d points, %d', (pass, before, after, expected) =>
  expect(computePassMark(pass, before, after)).toBe(expected),
);
