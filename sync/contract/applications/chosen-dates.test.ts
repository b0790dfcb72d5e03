import { expect, it } from 'vitest';
import { declarationCalls } from './declaration.ts';
import { batchCalls } from './batch.ts';
import { examCalls } from '../exams/exam.ts';
import { assignmentCalls } from '../learning/assignment.ts';

const missingIn = (schema: { safeParse(input: unknown): { error?: { issues: { path: PropertyKey[] }[] } | undefined } }, input: object) =>
  schema.safeParse(input).error?.issues.map(({ path }) => path.join('.')) ?? [];

it.each([
  ['a homework', assignmentCalls.add.input, ['dueMs', 'startMs']],
  ['changed times of a homework', assignmentCalls.modify.input, ['dueMs']],
  ['a homework that is given back', assignmentCalls.giveBack.input, ['untilMs']],
  ['an exam plan', examCalls.add.input, ['startMs']],
  ['a revision of an exam plan', examCalls.amend.input, ['startMs']],
  ['an enrolment batch', batchCalls.add.input, ['opensMs', 'closesMs']],
  ['a declaration project', declarationCalls.add.input, ['opensMs', 'closesMs']],
])('the input schema of %s reports an empty date at its field', (_name, schema, dates) => {
  expect(missingIn(schema, Object.fromEntries(dates.map((date) => [date, 0])))).toEqual(expect.arrayContaining(dates));
  const given = missingIn(schema, Object.fromEntries(dates.map((date) => [date, 1_790_000_000_000])));
  expect(given.filter((path) => dates.includes(path))).toEqual([]);
});
