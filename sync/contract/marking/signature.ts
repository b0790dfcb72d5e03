import { z } from 'zod';
import { epochMs } from '../scalars.ts';

/** Width and height of the box in which signatures are drawn. */
export const signatureBox = { width: 600, height: 200 } as const;

/** Maximum number of coordinates in all strokes of a signature together. */
export const mostSignatureNumbers = 6000;

/** A drawn signature: each stroke lists x and y of its points in turn, within `signatureBox`. */
export const drawnStrokes = z
  .array(z.array(z.int().min(0).max(signatureBox.width)).min(2).max(2000))
  .min(1)
  .max(100)
  .refine((strokes) => strokes.every((stroke) => stroke.length % 2 === 0))
  .refine((strokes) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= mostSignatureNumbers);
export type DrawnStrokes = z.output<typeof drawnStrokes>;

/** An assessor's signature, with the points and vetoes of the score sheet that it was drawn for. */
export const sheetSignature = z.object({
  strokes: drawnStrokes,
  /** Time of signing, by the clock of the device. */
  signedMs: epochMs,
  points: z.array(z.number().min(0).max(1000)).min(1).max(60),
  veto: z.array(z.int().min(0)).max(20),
});
export type SheetSignature = z.output<typeof sheetSignature>;
