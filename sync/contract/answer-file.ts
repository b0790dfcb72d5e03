import { z } from 'zod';

/** A file on an answer, for whoever looks at the answer. */
export const shownFile = z.object({
  name: z.string(),
  bytes: z.int(),
  /** Opens for whom it was given to, for a while; null: not all of it has arrived. */
  url: z.string().nullable(),
});
export type ShownFile = z.output<typeof shownFile>;
