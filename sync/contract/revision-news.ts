import { z } from 'zod';
import { epochMs } from './scalars.ts';

/** What one person is told was changed; whose seat it was is told to nobody else. */
export const revisionWords = ['startMs', 'durationMs', 'entryLimitMs', 'earliestHandInMs', 'notice', 'rooms', 'seats', 'joined'] as const;
export type RevisionWord = (typeof revisionWords)[number];

/** A revision as somebody it concerns is told of it. */
export const revisionNews = z.object({
  revision: z.int(),
  ms: epochMs,
  reason: z.string(),
  what: z.array(z.enum(revisionWords)),
});
export type RevisionNews = z.output<typeof revisionNews>;
