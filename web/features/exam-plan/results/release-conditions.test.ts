import { describe, expect, it } from 'vitest';
import type { PlanExaminee } from '../exam-plan-queries.ts';
import { listReleaseConditions } from './release-conditions.ts';

const states = (...examinees: Pick<PlanExaminee, 'wait' | 'unmarked'>[]) => {
  const { time, delivery, nothingCame, marking } = listReleaseConditions(examinees as PlanExaminee[]);
  return [time.state, delivery.state, nothingCame.state, marking.state];
};
const done = { wait: null, unmarked: false };

describe('conditions of a score release', () => {
  it('are unchecked until the time of all examinees is over', () => {
    expect(states(done, { wait: 'time', unmarked: false })).toEqual(['open', 'unchecked', 'unchecked', 'unchecked']);
  });
  it('include marking as open while a script waits for a mark, whatever else is open', () => {
    expect(states({ wait: 'time', unmarked: true })).toEqual(['open', 'unchecked', 'unchecked', 'open']);
    expect(states({ wait: 'delivery', unmarked: true })).toEqual(['met', 'open', 'met', 'open']);
    expect(states({ wait: 'marking', unmarked: true })).toEqual(['met', 'met', 'met', 'open']);
  });
  it('are all met when every answer has arrived and is marked', () => {
    expect(states(done, done)).toEqual(['met', 'met', 'met', 'met']);
  });
});
