import { expect, it } from 'vitest';
import { AnswerWait, lateAnswerMs } from './answer-wait.ts';

function setUp({ online = true } = {}) {
  const timers = new Map<() => void, number>();
  const wait = new AnswerWait({
    after: (ms, run) => {
      timers.set(run, ms);
      return () => timers.delete(run);
    },
    isOnline: () => online,
  });
  const seen: string[] = [];
  wait.subscribe(() => seen.push(wait.phase()));
  const pass = () => {
    for (const run of timers.keys()) {
      timers.delete(run);
      run();
    }
  };
  return { wait, timers, seen, pass };
}

it('is held for a moment, and goes on when no answer has come by then', () => {
  const { wait, timers, seen, pass } = setUp();
  wait.begin();
  expect([...timers.values()]).toEqual([lateAnswerMs]);
  pass();
  expect(seen).toEqual(['held', 'late']);
  wait.end();
  expect(wait.phase()).toBe('idle');
});

it('is not held at all where the browser knows that it is offline', () => {
  const { wait, seen, timers } = setUp({ online: false });
  wait.begin();
  expect(seen).toEqual(['late']);
  expect(timers.size).toBe(0);
});

it('counts from the newest, and an answer in time is not late any more', () => {
  const { wait, timers, seen, pass } = setUp();
  wait.begin();
  pass();
  wait.begin();
  expect(timers.size).toBe(1);
  wait.end();
  pass();
  expect(seen).toEqual(['held', 'late', 'held', 'idle']);
});
