import { z } from 'zod';
import { defineCalls } from './call.ts';
import { examStatus, examUserStatus, userStatus } from './codes.ts';
import { empty, epochMs, id, keyword, listInput, listOutput } from './scalars.ts';

/**
 * The figures there are of a learner: columns of the list, of its export, and what it can be sorted by. Further areas add theirs
 * here; each is a column of the table `learner` with its index.
 */
export const learnerFigures = {
  exams: 'count',
  sat: 'count',
  absent: 'count',
  passed: 'count',
  average: 'percent',
  tests: 'count',
  lessons: 'count',
  homework: 'count',
  homework_in: 'count',
  homework_done: 'count',
  homework_average: 'percent',
  practised: 'count',
  practice_right: 'percent',
  last_exam_ms: 'time',
  active_ms: 'time',
} as const satisfies Record<string, 'count' | 'percent' | 'time'>;
export type LearnerFigure = keyof typeof learnerFigures;

/** Percent with up to two decimals of the full points. */
const percent = z.number().min(0).max(100);
const totals = {
  exams: z.int(),
  sat: z.int(),
  handed_in: z.int(),
  absent: z.int(),
  /** Exams with a whole score. */
  scored: z.int(),
  passed: z.int(),
  average: percent.nullable(),
  /** Mock tests sat. */
  tests: z.int(),
  /** Set for them and not withdrawn. */
  homework: z.int(),
  homework_in: z.int(),
  /** Their marking is finished: from then on their points are told. */
  homework_done: z.int(),
  homework_scored: z.int(),
  homework_average: percent.nullable(),
  /** Different questions answered in practice. */
  practised: z.int(),
  /** Of the newest answers of each, a hundred at most. */
  practice_right: percent.nullable(),
};
const figures = {
  ...totals,
  test_average: percent.nullable(),
  lessons: z.int(),
  last_exam_ms: epochMs.nullable(),
  active_ms: epochMs.nullable(),
};
const statusCode = z.literal(Object.values(userStatus));

export const learnerOutcomes = ['absent', 'failed', 'neverSat'] as const;
const learnerFilter = z.object({
  keyword: keyword.optional(),
  /** 0: in no class. */
  class_id: z.int().min(0).optional(),
  status: statusCode.optional(),
  /** Was absent at least once, failed at least once, never sat an exam. */
  outcome: z.enum(learnerOutcomes).optional(),
});
const learnerRow = z.object({ id, name: z.string(), student_no: z.string(), class_name: z.string(), status: statusCode, ...figures });
const staff = ['school', 'teacher'] as const;
/** Results that came in a moment ago and are not in the figures yet. */
const waiting = z.int();

export const progressCalls = defineCalls('progress', {
  getList: {
    summary: 'Students and examinees of the school with exams sat, missed and passed, mean score, mock tests and last activity',
    input: listInput(learnerFilter),
    output: listOutput(learnerRow).extend({ waiting }),
    access: staff,
    errors: [],
    changes: false,
  },
  getOverview: {
    summary: 'Sums over the students that a filter leaves, and how their mean scores spread',
    input: z.object({ filter: learnerFilter.optional() }),
    output: z.object({
      students: z.int(),
      ...totals,
      /** Ten of them: how many students have a mean below 10 %, below 20 % … up to 100 %. */
      spread: z.array(z.int()),
      waiting,
    }),
    access: staff,
    errors: [],
    changes: false,
  },
  getClasses: {
    summary: 'Students, sign-ins, exams and results, class by class; the class without id holds who is in none',
    input: empty,
    output: z.object({
      items: z.array(
        z.object({
          id: id.nullable(),
          name: z.string(),
          students: z.int(),
          enabled: z.int(),
          applying: z.int(),
          disabled: z.int(),
          /** Who ever signed in. */
          signed_in: z.int(),
          last_sign_in_ms: epochMs.nullable(),
          ...totals,
        }),
      ),
    }),
    access: staff,
    errors: [],
    changes: false,
  },
  getById: {
    summary: "One student's figures, how far they are in each course, and what happened since they came, newest first",
    input: z.object({ id }),
    output: learnerRow.extend({
      login_name: z.string(),
      /** Of their class, and whichever else they learned of. */
      courses: z.array(
        z.object({
          id,
          title: z.string(),
          lessons: z.int(),
          done: z.int(),
          percent: z.int().min(0).max(100),
          learnedMs: z.int(),
          hourMinutes: z.int(),
          lastMs: epochMs.nullable(),
        }),
      ),
      events: z.array(
        z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('exam'),
            at_ms: epochMs,
            plan_id: id,
            name: z.string(),
            test: z.boolean(),
            exam_status: z.literal(Object.values(examStatus)),
            status: z.literal(Object.values(examUserStatus)),
            entered_ms: epochMs.nullable(),
            handed_in_ms: epochMs.nullable(),
            points: z.number().nullable(),
            total_points: z.number(),
            pass_points: z.number(),
            passed: z.boolean().nullable(),
          }),
          z.object({ kind: z.literal('changed'), at_ms: epochMs, by: z.string(), fields: z.array(z.string()) }),
          z.object({ kind: z.literal('joined'), at_ms: epochMs }),
          z.object({ kind: z.literal('signIn'), at_ms: epochMs }),
        ]),
      ),
    }),
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
});
