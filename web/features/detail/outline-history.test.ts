import { expect, it } from 'vitest';
import { removeLastStep, createOutlineHistory, redoStep, addHistoryStep, undoStep } from './outline-history.ts';
import type { DetailOutline } from './outline.ts';

const table = (name: string): DetailOutline => [{ key: 1, depth: 1, code: 'A', name, weight: 100, ratio: null }];
const [a, b, c] = [table('a'), table('b'), table('c')];

it('outline history undoes and redoes steps, and a new step clears the redo list', () => {
  const two = addHistoryStep(addHistoryStep(createOutlineHistory(a), b), c);
  expect(undoStep(two).now).toBe(b);
  expect(redoStep(undoStep(undoStep(two))).now).toBe(b);
  expect(undoStep(undoStep(undoStep(two))).now).toBe(a);
  expect(redoStep(two)).toEqual(two);
  expect(addHistoryStep(undoStep(two), table('d')).future).toEqual([]);
  // Adding the same outline again makes no new step.
  expect(addHistoryStep(two, c)).toBe(two);
});

it('removeLastStep drops a step without a redo, and the history keeps at most 200 steps', () => {
  const two = addHistoryStep(addHistoryStep(createOutlineHistory(a), b), c);
  expect(removeLastStep(two)).toEqual(addHistoryStep(createOutlineHistory(a), b));
  expect(removeLastStep(createOutlineHistory(a))).toEqual(createOutlineHistory(a));
  let long = createOutlineHistory(a);
  for (let n = 0; n < 300; n += 1) long = addHistoryStep(long, table(String(n)));
  expect(long.past).toHaveLength(200);
});
