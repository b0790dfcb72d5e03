import { z } from 'zod';
import { uploadUrlPattern } from './upload.ts';

/** An uploaded file, as rows store it. */
export const uploadedFile = z.object({
  url: z.string().regex(uploadUrlPattern),
  /** File name on the uploader's device. */
  name: z.string().trim().min(1).max(200),
  sizeBytes: z.int().min(0),
});
