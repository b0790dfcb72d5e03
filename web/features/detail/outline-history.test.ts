import { expect, it } from 'vitest';
import { forgotten, historyOf, redone, stepped, undone } from './outline-history.ts';
import type { Outline } from './outline.ts';

const table = (name: string): Outline => [{ key: 1, depth: 1, code: 'A', name, weight: 100, ratio: null }];
const [a, b, c] = [table('a'), table('b'), table('c')];

it('goes back and forth, and a new step ends what could be done again', () => {
  const two = stepped(stepped(historyOf(a), b), c);
  expect(undone(two).now).toBe(b);
  expect(redone(undone(undone(two))).now).toBe(b);
  expect(undone(undone(undone(two))).now).toBe(a);
  expect(redone(two)).toEqual(two);
  expect(stepped(undone(two), table('d')).future).toEqual([]);
  // The same outline again is not a new step.
  expect(stepped(two, c)).toBe(two);
});

it('forgets a step for good, and keeps no more than two hundred', () => {
  const two = stepped(stepped(historyOf(a), b), c);
  expect(forgotten(two)).toEqual(stepped(historyOf(a), b));
  expect(forgotten(historyOf(a))).toEqual(historyOf(a));
  let long = historyOf(a);
  for (let n = 0; n < 300; n += 1) long = stepped(long, table(String(n)));
  expect(long.past).toHaveLength(200);
});
