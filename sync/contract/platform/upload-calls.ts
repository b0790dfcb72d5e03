import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { emptyInput } from '../scalars.ts';
import { courseSourceFile } from './upload.ts';

const staff = ['school', 'teacher'] as const;

/** Calls around the upload of large files. The files themselves are sent in parts by tus at `/api/tus`. */
export const uploadCalls = defineCalls('upload', {
  getLimits: {
    summary: 'How large and how long courseware may be in this school, and the room that is left on the server for files',
    input: emptyInput,
    output: z.object({ sizeMb: z.int(), minutes: z.int(), freeBytes: z.int() }),
    access: staff,
    errors: [],
    changes: false,
  },
  takeFile: {
    summary: 'A large file has arrived whole: it is told by its content and kept; asked again, answered as before',
    input: z.object({ upload: z.string().regex(/^[0-9a-f]{32}$/), name: z.string().trim().min(1).max(200) }),
    output: courseSourceFile.extend({ type: z.string() }),
    access: staff,
    errors: ['notFound', 'refused', 'tooLarge'],
    changes: true,
  },
});
