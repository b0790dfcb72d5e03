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
  const phases: string[] = [];
  wait.subscribe(() => phases.push(wait.phase()));
  const pass = () => {
    for (const run of timers.keys()) {
      timers.delete(run);
      run();
    }
  };
  return { wait, timers, phases, pass };
}

it('AnswerWait holds for a moment, and is late if no answer has arrived by then', () => {
  const { wait, timers, phases, pass } = setUp();
  wait.begin();
  expect([...timers.values()]).toEqual([lateAnswerMs]);
  pass();
  expect(phases).toEqual(['held', 'late']);
  wait.end();
  expect(wait.phase()).toBe('idle');
});

it('AnswerWait is late at once if the browser knows that it is offline', () => {
  const { wait, phases, timers } = setUp({ online: false });
  wait.begin();
  expect(phases).toEqual(['late']);
  expect(timers.size).toBe(0);
});

it('AnswerWait counts from the newest call, and an answer in time ends the late phase', () => {
  const { wait, timers, phases, pass } = setUp();
  wait.begin();
  pass();
  wait.begin();
  expect(timers.size).toBe(1);
  wait.end();
  pass();
  expect(phases).toEqual(['held', 'late', 'held', 'idle']);
});
