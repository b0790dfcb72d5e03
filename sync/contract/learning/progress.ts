import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { examStatus, examUserStatus, userStatus } from '../codes.ts';
import { emptyInput, epochMs, id, keyword, searchInput, searchOutput } from '../scalars.ts';

/**
 * Figures of a learner: columns and sort orders of the list of learners, and columns of its export. A new figure also needs an indexed column
 * of the table `learner`.
 */
export const learnerFigureKinds = {
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
export type LearnerFigure = keyof typeof learnerFigureKinds;

/** Percent of the full points, with up to two decimals. */
const percent = z.number().min(0).max(100);
const totals = {
  exams: z.int(),
  sat: z.int(),
  handed_in: z.int(),
  absent: z.int(),
  /** Number of exams with a complete score. */
  scored: z.int(),
  passed: z.int(),
  average: percent.nullable(),
  /** Number of mock tests sat. */
  tests: z.int(),
  /** Number of homework assignments set for the learner and not withdrawn. */
  homework: z.int(),
  homework_in: z.int(),
  /** Number of homework assignments with finished marking. Their points are shown from then on. */
  homework_done: z.int(),
  homework_scored: z.int(),
  homework_average: percent.nullable(),
  /** Number of different questions answered in practice. */
  practised: z.int(),
  /** Percentage of right answers among the learner's newest practice answers, of which at most 100 are counted. */
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
  /** Class of the learners; 0 for learners without a class. */
  class_id: z.int().min(0).optional(),
  status: statusCode.optional(),
  /** Selects learners who were absent at least once (`absent`), failed at least once (`failed`), or have sat no exam so far (`neverSat`). */
  outcome: z.enum(learnerOutcomes).optional(),
});
const learnerRow = z.object({ id, name: z.string(), student_no: z.string(), class_name: z.string(), status: statusCode, ...figures });
const staff = ['school', 'teacher'] as const;
/** Number of new results that the figures do not include yet. */
const waiting = z.int();

export const progressCalls = defineCalls('progress', {
  getList: {
    summary: 'Students and examinees of the school with exams sat, missed and passed, mean score, mock tests and last activity',
    input: searchInput(learnerFilter),
    output: searchOutput(learnerRow).extend({ waiting }),
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
      /** Histogram with ten bars: number of students with a mean below 10 %, from 10 % to below 20 %, …, from 90 % to 100 %. */
      spread: z.array(z.int()),
      waiting,
    }),
    access: staff,
    errors: [],
    changes: false,
  },
  getClasses: {
    summary: 'Students, sign-ins, exams and results, class by class; the class without id holds who is in none',
    input: emptyInput,
    output: z.object({
      items: z.array(
        z.object({
          id: id.nullable(),
          name: z.string(),
          students: z.int(),
          enabled: z.int(),
          applying: z.int(),
          disabled: z.int(),
          /** Number of students who ever signed in. */
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
      /** Courses of the learner's class, and other courses in which the learner has learned something. */
      courses: z.array(
        z.object({
          id,
          title: z.string(),
          lessons: z.int(),
          done: z.int(),
          percent: z.int().min(0).max(100),
          learnedMs: z.int(),
          hourMinutes: z.int().positive(),
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
