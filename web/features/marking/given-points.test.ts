import { expect, test } from 'vitest';
import { givingOf, readyOf, totalOf, withPoint } from './given-points.ts';
import type { MarkingTask } from './marking-queries.ts';

const task = (points: number, items: number[]): MarkingTask =>
  ({ figures: { points }, items: items.map((each) => ({ text: 't', points: each })), veto: ['v'] }) as unknown as MarkingTask;

test('nothing is sent before each scoring point has its points', () => {
  const of = task(6, [2, 4]);
  const begun = withPoint(givingOf(of, null), 0, 2);
  expect([totalOf(of, begun), readyOf(of, begun)]).toEqual([null, null]);
  const done = withPoint(begun, 1, 3.5);
  expect(totalOf(of, done)).toBe(5.5);
  expect(readyOf(of, { ...done, comment: ' 好 ' })).toEqual({ points: [2, 3.5], veto: [], comment: '好' });
});

test('a veto leaves nothing, and asks for no points', () => {
  const of = task(6, [2, 4]);
  const vetoed = { ...givingOf(of, null), veto: [0] };
  expect(totalOf(of, vetoed)).toBe(0);
  expect(readyOf(of, vetoed)).toEqual({ points: [0, 0], veto: [0], comment: '' });
});

test('scoring points that add up to something else are a share of what the paper gives', () => {
  const of = task(10, [5, 15]);
  expect(totalOf(of, { points: [5, 0], veto: [], comment: '' })).toBe(2.5);
  expect(totalOf(task(4, []), { points: [3], veto: [], comment: '' })).toBe(3);
});
