import { z } from 'zod';
import { examStatus } from '../codes.ts';
import { durationMs, epochMs, id } from '../scalars.ts';

/** Parts of a certification: theory, practical skill, comprehensive review. */
export const examParts = ['theory', 'practical', 'review'] as const;
export type ExamPart = (typeof examParts)[number];

/** Summary of one part of an exam. Each part is a plan of its own, with its own paper, times, examinees, rooms and packages. */
export const planPart = z.object({
  id,
  name: z.string(),
  part: z.enum(examParts),
  resit: z.boolean(),
  /** `assembled` is false if the paper has no questions yet; the part cannot be published then. */
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

/** Maximum number of parts of one exam: three kinds, each as first exam or resit, in several rounds. */
export const maxPlanParts = 24;
