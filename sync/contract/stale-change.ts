import { z } from 'zod';
import { epochMs } from './scalars.ts';

/** The `data` of every 1006 that answers a stale version: what happened to the thing since the version that was sent. */
export const staleChange = z.object({
  /** Names of those who changed it, the last one first; empty where nobody knows any more. */
  by: z.array(z.string()),
  /** Of the last change; 0 where nobody knows. */
  atMs: epochMs,
  /** The fields that were changed. */
  changed: z.array(z.string()),
});
export type StaleChange = z.output<typeof staleChange>;
