import { z } from 'zod';

/** An attachment of an answer, as a reader of the answer sees it. */
export const attachmentView = z.object({
  name: z.string(),
  bytes: z.int(),
  /** Address that only the caller can open, for a limited time. Null while chunks of the file are missing. */
  url: z.string().nullable(),
});
export type AttachmentView = z.output<typeof attachmentView>;
