import { z } from 'zod';
import { uploadUrlPattern } from './upload.ts';

/** A file that was uploaded here, as things keep it. */
export const uploadedFile = z.object({
  url: z.string().regex(uploadUrlPattern),
  /** As it was called on its uploader's device. */
  name: z.string().trim().min(1).max(200),
  sizeBytes: z.int().min(0),
});
