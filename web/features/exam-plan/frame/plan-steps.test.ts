import { expect, test } from 'vitest';
import { planCheckKinds } from '../../../../sync/contract/exams/exam-seating.ts';
import { planSteps, computeStepStates } from './plan-steps.ts';

test('computeStepStates assigns each check to one step, and the publish step sums all that is missing', () => {
  const all = computeStepStates(planCheckKinds.map((kind) => ({ kind, state: 'must' as const, count: 1, names: [] })));
  expect(all.map((one) => one.step)).toEqual(planSteps);
  const publish = all.at(-1);
  expect(all.slice(0, -1).reduce((sum, one) => sum + one.musts, 0)).toBe(publish?.musts);
  expect(publish?.musts).toBe(planCheckKinds.length);
  const hinted = computeStepStates([{ kind: 'photos', state: 'hint', count: 3, names: [] }]);
  expect(hinted.map(({ step, musts, hints }) => [step, musts, hints])).toContainEqual(['people', 0, 1]);
  expect(hinted.at(-1)).toEqual({ step: 'publish', musts: 0, hints: 0 });
});
