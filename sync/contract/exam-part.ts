import { z } from 'zod';
import { examStatus } from './codes.ts';
import { durationMs, epochMs, id } from './scalars.ts';

/** What of a certification a plan examines: theory, practical skill, comprehensive review. */
export const examParts = ['theory', 'practical', 'review'] as const;
export type ExamPart = (typeof examParts)[number];

/** One part of a whole, as its other parts show it: a plan of its own, with its own paper, times, people, rooms and packages. */
export const planPart = z.object({
  id,
  name: z.string(),
  part: z.enum(examParts),
  resit: z.boolean(),
  /** Not a paper's name alone: a part whose paper has no questions yet can't be published. */
  paper: z.object({ id, name: z.string(), variants: z.array(z.string()), assembled: z.boolean() }),
  status: z.literal(Object.values(examStatus)),
  published: z.boolean(),
  withdrawn: z.boolean(),
  startMs: epochMs,
  durationMs,
  entryLimitMs: durationMs,
  earliestHandInMs: durationMs,
  examineeCount: z.int(),
});
export type PlanPart = z.output<typeof planPart>;

/** As many as one plan has: three parts, new and re-sat, in rounds. */
export const mostParts = 24;
