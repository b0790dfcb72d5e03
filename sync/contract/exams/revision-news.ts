import { z } from 'zod';
import { epochMs } from '../scalars.ts';

/** Kinds of change that a revision makes to a published plan. A person learns only the kinds that concern them, never another person's seat. */
export const revisionChangeKinds = [
  'startMs',
  'durationMs',
  'entryLimitMs',
  'earliestHandInMs',
  'notice',
  'rooms',
  'seats',
  'joined',
] as const;
export type RevisionChangeKind = (typeof revisionChangeKinds)[number];

/** A revision (a change of a published plan) as shown to a person whom it concerns. */
export const revisionNews = z.object({
  revision: z.int(),
  ms: epochMs,
  reason: z.string(),
  what: z.array(z.enum(revisionChangeKinds)),
});
export type RevisionNews = z.output<typeof revisionNews>;
