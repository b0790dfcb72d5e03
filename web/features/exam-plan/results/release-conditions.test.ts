import { describe, expect, it } from 'vitest';
import type { PlanExaminee } from '../exam-plan-queries.ts';
import { listReleaseConditions } from './release-conditions.ts';

const states = (...examinees: Pick<PlanExaminee, 'wait' | 'unmarked'>[]) => {
  const { time, delivery, nothingCame, marking } = listReleaseConditions(examinees as PlanExaminee[]);
  return [time.state, delivery.state, nothingCame.state, marking.state];
};
const done = { wait: null, unmarked: false };

describe('a condition of the release is met only where no examinee can still open it', () => {
  it('nothing is checked before the time of all is over', () => {
    expect(states(done, { wait: 'time', unmarked: false })).toEqual(['open', 'unchecked', 'unchecked', 'unchecked']);
  });
  it('a script that waits for a mark is named, whatever else the release waits for', () => {
    expect(states({ wait: 'time', unmarked: true })).toEqual(['open', 'unchecked', 'unchecked', 'open']);
    expect(states({ wait: 'delivery', unmarked: true })).toEqual(['met', 'open', 'met', 'open']);
    expect(states({ wait: 'marking', unmarked: true })).toEqual(['met', 'met', 'met', 'open']);
  });
  it('all are met where everything is there and marked', () => {
    expect(states(done, done)).toEqual(['met', 'met', 'met', 'met']);
  });
});
