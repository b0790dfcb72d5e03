import { z } from 'zod';
import { analysisRules, homeworkStatus, lateRules } from '../codes.ts';
import { epochMs } from '../scalars.ts';

/** Data that only a homework or mock test has, as part of its `planNotice`. The student's PC stores it with the rest of that notice. */
export const assignmentNotice = z.object({
  /** False for homework that is set in words, without a paper. Absent in notices that a PC stored before such homework existed. */
  isPaper: z.boolean().optional(),
  /** Newest reminder of the teacher to hand in the work. */
  reminded: z.object({ ms: epochMs, by: z.string() }).nullable().optional(),
  dueMs: epochMs,
  lateRule: z.enum(lateRules),
  /** Percentage of the points that counts for a late hand-in. */
  latePercent: z.int(),
  analysisRule: z.enum(analysisRules),
  /** Time limit in minutes, from the moment the student opens the assignment. Null: any time between start and due date. */
  minutes: z.int().nullable(),
  tries: z.int(),
  /** Number of the current try, from 1. */
  tryNo: z.int(),
  setBy: z.string(),
  status: z.literal(Object.values(homeworkStatus)),
  /** Number of the student's answers that the server has. */
  answered: z.int(),
  /** Time at which the server had received everything that the hand-in lists; null before. */
  handedInMs: epochMs.nullable(),
  late: z.boolean(),
  /** Set while the homework is returned and not handed in again. */
  returned: z
    .object({
      ms: epochMs,
      by: z.string(),
      reason: z.string(),
      times: z.int(),
      /** The student may correct the homework until this time. */
      untilMs: epochMs.optional(),
      /**
       * Remarks on each answer. Remarks on photos are absent in notices that a PC stored before they existed. They are `pictureMark`s,
       * spelled out here so that the exam page loads no schema for them.
       */
      items: z.array(
        z.object({
          itemId: z.string(),
          comment: z.string(),
          pictures: z.array(z.object({ file: z.string(), x: z.number(), y: z.number(), text: z.string() })).optional(),
          /** The teacher's notes on passages of the answer (`textNote`), with the answer as it was when the notes were written. */
          noted: z
            .object({
              answer: z.string(),
              notes: z.array(z.object({ from: z.int(), to: z.int(), kind: z.enum(['right', 'wrong', 'doubt', 'note']), text: z.string() })),
            })
            .nullish(),
        }),
      ),
    })
    .nullable(),
  /** Points for the whole assignment; null until they may be shown. */
  points: z.number().nullable(),
  /** True if `myScore` of the module `task` returns the score. */
  scoreTold: z.boolean(),
  sizeBytes: z.int(),
  /** Earlier tries of a mock test, in order. */
  past: z.array(z.object({ tryNo: z.int(), points: z.number().nullable() })),
});
export type AssignmentNotice = z.output<typeof assignmentNotice>;
