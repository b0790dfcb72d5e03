import { expect, it } from 'vitest';
import { findNearestPoint } from './point-nearness.ts';

const points = new Map([
  ['A-B-C-001', '一'],
  ['A-B-C-004', '四'],
  ['A-B-D-002', '二'],
  ['B-A-A-001', '另一'],
]);

it.each([
  ['A-B-C-005', 'A-B-C-004'],
  ['A-B-C-002', 'A-B-C-001'],
  // The table has no point under A-B-E, so the nearest point comes from another branch of A-B.
  ['A-B-E-002', 'A-B-D-002'],
])('findNearestPoint: the point nearest to %s is %s', (code, nearest) => {
  expect(findNearestPoint(code, points)?.code).toBe(nearest);
});

it('findNearestPoint returns null if the scope above is unknown too', () => {
  expect(findNearestPoint('C-A-A-001', points)).toBeNull();
  expect(findNearestPoint('A-C-C-001', new Map())).toBeNull();
});
