import { expect, test } from 'vitest';
import { createPlanValues, planFormSchema, toPlanDraft } from './plan-form-values.ts';

const values = { ...createPlanValues(Date.now(), { id: 3, minutes: 90 }), name: '电工四级', examineeIds: [7, 8] };
const pathsOf = (input: unknown) => planFormSchema.safeParse(input).error?.issues.map((issue) => issue.path.join('.'));

test('a new plan starts in the future, on the half hour', () => {
  const { startMs } = toPlanDraft(values);
  expect(startMs).toBeGreaterThan(Date.now() + 29 * 60_000);
  expect(startMs % (30 * 60_000)).toBe(0);
  expect(planFormSchema.safeParse(values).success).toBe(true);
});

test('toPlanDraft converts minutes to milliseconds', () => {
  expect(toPlanDraft(values)).toMatchObject({
    durationMs: 5_400_000,
    entryLimitMs: 900_000,
    earliestHandInMs: 1_800_000,
    examineeIds: [7, 8],
  });
});

test('createPlanValues takes the duration from the paper', () => {
  expect(createPlanValues(Date.now(), { id: 3, minutes: 120 })).toMatchObject({ paperId: 3, durationMin: 120, entryLimitMin: 15 });
  expect(createPlanValues(Date.now(), { id: 3, minutes: 20 })).toMatchObject({ durationMin: 20, entryLimitMin: 15, earliestHandInMin: 20 });
  expect(createPlanValues(Date.now(), undefined)).toMatchObject({ paperId: 0, durationMin: 90 });
});

test('the form reports limits beyond the duration, a past or missing start and a missing paper', () => {
  expect(pathsOf({ ...values, durationMin: 20, entryLimitMin: 30 })).toEqual(['entryLimitMin', 'earliestHandInMin']);
  expect(pathsOf({ ...values, start: '2020-01-01T08:00' })).toEqual(['start']);
  expect(pathsOf({ ...values, start: '' })).toEqual(['start']);
  expect(pathsOf({ ...values, examineeIds: [], paperId: 0 })).toEqual(['paperId']);
});

test('toPlanDraft requires signatures only in a practical part', () => {
  const asked = { ...values, signatureRequired: true };
  expect(toPlanDraft({ ...asked, part: 'practical' })).toMatchObject({ signatureRequired: true });
  expect(toPlanDraft(asked)).toMatchObject({ part: 'theory', signatureRequired: false });
});
