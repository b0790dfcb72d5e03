import { z } from 'zod';
import { epochMs } from './scalars.ts';

/** `data` of every refusal with code 1006 for an outdated version: the changes since the version that the caller sent. */
export const staleChange = z.object({
  /** Names of the users who changed the row, last one first; empty if unknown. */
  by: z.array(z.string()),
  /** Time of the last change to the row; 0 if unknown. */
  atMs: epochMs,
  /** Names of the fields of the row that changed. */
  changed: z.array(z.string()),
});
export type StaleChange = z.output<typeof staleChange>;
