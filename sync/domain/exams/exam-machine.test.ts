import { expect, it } from 'vitest';
import { getExamStatusAt, canWithdrawAt, getNextPlanState, type PlanEvent, planState } from './exam-machine.ts';

const minute = 60_000;
const times = { startMs: 100 * minute, durationMs: 90 * minute, entryLimitMs: 15 * minute, earliestHandInMs: 30 * minute };
const at = (minutes: number, published = true, of = times) => getExamStatusAt(published, of, minutes * minute);

it('getExamStatusAt derives the status of a published plan from the time alone', () => {
  expect([0, 69, 70, 99, 100, 114, 115, 129, 130, 189, 190, 9999].map((minutes) => at(minutes))).toEqual([
    1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6,
  ]);
  expect([0, 100, 9999].map((minutes) => at(minutes, false))).toEqual([0, 0, 0]);
});

it('getExamStatusAt reports hand-in as allowed only after entry has closed, and "ended" above all', () => {
  const early = { ...times, earliestHandInMs: 0, entryLimitMs: 20 * minute };
  expect([100, 119, 120].map((minutes) => at(minutes, true, early))).toEqual([3, 3, 5]);
  const never = { ...times, entryLimitMs: 90 * minute, earliestHandInMs: 90 * minute };
  expect([189, 190].map((minutes) => at(minutes, true, never))).toEqual([3, 6]);
});

it('getNextPlanState gives the next state, or none, for every state and event', () => {
  const events: readonly PlanEvent[] = ['change', 'publish', 'withdraw'];
  const { draft, published, withdrawn } = planState;
  const after = Object.values(planState).map((from) => events.map((on) => getNextPlanState(from, on)));
  expect(after).toEqual([
    [draft, published, undefined],
    [undefined, undefined, withdrawn],
    [undefined, undefined, undefined],
  ]);
});

it('canWithdrawAt allows withdrawing a plan until the moment its paper opens', () => {
  expect([0, 99, 100].map((minutes) => canWithdrawAt(times, minutes * minute))).toEqual([true, true, false]);
});
