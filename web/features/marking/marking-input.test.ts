import { expect, test } from 'vitest';
import { toMarkingInput, toMarkerPoints, computeTotal, setPoint } from './marking-input.ts';
import type { MarkingTask } from './marking-queries.ts';

const task = (points: number, items: number[]): MarkingTask =>
  ({ figures: { points }, items: items.map((each) => ({ text: 't', points: each })), veto: ['v'] }) as unknown as MarkingTask;

test('total and marker points are null until each scoring point has its points', () => {
  const of = task(6, [2, 4]);
  const partialSheet = setPoint(toMarkingInput(of, null), 0, 2);
  expect([computeTotal(of, partialSheet), toMarkerPoints(of, partialSheet)]).toEqual([null, null]);
  const fullSheet = setPoint(partialSheet, 1, 3.5);
  expect(computeTotal(of, fullSheet)).toBe(5.5);
  expect(toMarkerPoints(of, { ...fullSheet, comment: ' 好 ' })).toEqual({ points: [2, 3.5], veto: [], comment: '好' });
});

test('a veto gives zero points and requires no points', () => {
  const of = task(6, [2, 4]);
  const vetoed = { ...toMarkingInput(of, null), veto: [0] };
  expect(computeTotal(of, vetoed)).toBe(0);
  expect(toMarkerPoints(of, vetoed)).toEqual({ points: [0, 0], veto: [0], comment: '' });
});

test('computeTotal scales the scoring points to the points of the question', () => {
  const of = task(10, [5, 15]);
  expect(computeTotal(of, { points: [5, 0], veto: [], comment: '' })).toBe(2.5);
  expect(computeTotal(task(4, []), { points: [3], veto: [], comment: '' })).toBe(3);
});
