import { z } from 'zod';

export const textNoteKinds = ['right', 'wrong', 'doubt', 'note'] as const;
export type TextNoteKind = (typeof textNoteKinds)[number];

/** A note on a passage of an answer. `from`, `to`: UTF-16 offsets of the passage in the version of the text that was marked. */
export const textNote = z.object({
  from: z.int().min(0).max(20_000),
  to: z.int().min(1).max(20_000),
  kind: z.enum(textNoteKinds),
  text: z.string().trim().max(200),
});
export type TextNote = z.output<typeof textNote>;

/** Maximum number of notes on one answer. */
export const maxTextNotes = 60;
export const textNotes = z.array(textNote).max(maxTextNotes);
