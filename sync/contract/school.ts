import { z } from 'zod';
import { defineCalls } from './call.ts';
import { id, websiteCode } from './scalars.ts';

export const schoolCalls = defineCalls('school', {
  getByWebsite: {
    summary: 'What a sign-in page shows of a school',
    input: z.object({ website: websiteCode }),
    output: z.object({
      id,
      title: z.string(),
      logo: z.string(),
      cover: z.string(),
      website: z.string(),
    }),
    access: 'public',
    errors: ['notFound'],
    changes: false,
  },
});
