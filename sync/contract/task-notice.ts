import { z } from 'zod';
import { analysisRules, homeworkStatus, lateRules } from './codes.ts';
import { epochMs } from './scalars.ts';

/** What is said of a homework or a mock test besides what every plan has; the student's PC keeps it with the notice. */
export const taskNotice = z.object({
  /** False: a task in words, not a paper. Of what a PC kept before there were any nothing is said. */
  isPaper: z.boolean().optional(),
  /** The newest reminder of what is still to be handed in. */
  reminded: z.object({ ms: epochMs, by: z.string() }).nullable().optional(),
  dueMs: epochMs,
  lateRule: z.enum(lateRules),
  /** Of what comes late so many points in a hundred count. */
  latePercent: z.int(),
  analysisRule: z.enum(analysisRules),
  /** From one's own beginning; null: the whole window. */
  minutes: z.int().nullable(),
  tries: z.int(),
  /** From 1. */
  tryNo: z.int(),
  setBy: z.string(),
  status: z.literal(Object.values(homeworkStatus)),
  /** As the server has them. */
  answered: z.int(),
  /** Everything handed in is here since then. */
  handedInMs: epochMs.nullable(),
  late: z.boolean(),
  /** It was given back and not handed in again. */
  returned: z
    .object({
      ms: epochMs,
      by: z.string(),
      reason: z.string(),
      times: z.int(),
      /** It may be corrected until then. */
      untilMs: epochMs.optional(),
      /** Of what a PC kept before there were any, nothing is said of photos. As they were taken (`pictureMark`): the exam page loads no schema of theirs. */
      items: z.array(
        z.object({
          itemId: z.string(),
          comment: z.string(),
          pictures: z.array(z.object({ file: z.string(), x: z.number(), y: z.number(), text: z.string() })).optional(),
          /** What was said of stretches of the answer (`textNote`), and the answer as it then was. */
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
  /** Told once they may be. */
  points: z.number().nullable(),
  /** `myScore` of the task answers. */
  scoreTold: z.boolean(),
  sizeBytes: z.int(),
  /** Of a mock test: earlier tries, in their order. */
  past: z.array(z.object({ tryNo: z.int(), points: z.number().nullable() })),
});
export type TaskNotice = z.output<typeof taskNotice>;
