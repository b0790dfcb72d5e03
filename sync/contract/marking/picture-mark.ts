import { z } from 'zod';
import { fileItemId } from '../scalars.ts';

/** A teacher's remark at a position in a photo. `x`, `y`: position as a fraction of the photo's width and height. */
export const pictureMark = z.object({
  /** Name of the photo: number of the question, and random digits, such as "7/3fa9c1d2". */
  file: fileItemId,
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  text: z.string().trim().min(1).max(200),
});
export type PictureMark = z.output<typeof pictureMark>;

/** Most remarks on all photos of one answer. */
export const maxPictureMarks = 30;
export const pictureMarks = z.array(pictureMark).max(maxPictureMarks);
