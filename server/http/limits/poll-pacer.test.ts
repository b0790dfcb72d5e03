import { expect, it } from 'vitest';
import { PollPacer } from './poll-pacer.ts';

/** Simulates turns of the event loop, which the test runs one at a time. */
function createTurns() {
  let tasks: (() => void)[] = [];
  return {
    schedule: (task: () => void) => tasks.push(task),
    next() {
      const due = tasks;
      tasks = [];
      for (const task of due) task();
      return due.length > 0;
    },
  };
}

it('PollPacer starts a bounded number of polls per event loop turn, in order of arrival', () => {
  const turns = createTurns();
  const pacer = new PollPacer(turns.schedule, 32);
  const begunPolls: number[] = [];
  for (let n = 0; n < 5_000; n += 1) pacer.begin(() => begunPolls.push(n));
  const perTurn = [begunPolls.length];
  while (turns.next()) perTurn.push(begunPolls.length - perTurn.reduce((sum, count) => sum + count, 0));
  expect(Math.max(...perTurn)).toBe(32);
  expect(begunPolls).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
});

it('PollPacer starts a poll at once if few polls came in this turn', () => {
  const turns = createTurns();
  const pacer = new PollPacer(turns.schedule, 2);
  const begunPolls: number[] = [];
  for (const n of [1, 2, 3]) pacer.begin(() => begunPolls.push(n));
  expect(begunPolls).toEqual([1, 2]);
  turns.next();
  pacer.begin(() => begunPolls.push(4));
  expect(begunPolls).toEqual([1, 2, 3, 4]);
  while (turns.next());
  pacer.begin(() => begunPolls.push(5));
  expect(begunPolls).toEqual([1, 2, 3, 4, 5]);
});
