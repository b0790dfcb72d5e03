import { z } from 'zod';
import { fileItemId } from './scalars.ts';

/** What a teacher says of one place of a photo on an answer: where, as shares of its width and height, and the words. */
export const pictureMark = z.object({
  /** The photo, by its name: "7/3fa9c1d2". */
  file: fileItemId,
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  text: z.string().trim().min(1).max(200),
});
export type PictureMark = z.output<typeof pictureMark>;

/** On all photos of one answer. */
export const mostPictureMarks = 30;
export const pictureMarks = z.array(pictureMark).max(mostPictureMarks);
