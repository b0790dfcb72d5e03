import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id } from '../scalars.ts';

export const archiveCalls = defineCalls('archive', {
  make: {
    summary:
      'The archive of an exam whose scores are released: papers with keys, logs, answers, marks, scores and certificates in one file that proves itself. `url` gives it, for some minutes',
    input: z.object({ planId: id }),
    /** `print`: fingerprint of the key that signs archives here, to compare with the output of `npm run verify-archive`. */
    output: z.object({ url: z.string(), untilMs: epochMs, print: z.string() }),
    access: ['school', 'teacher'],
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    // Counts as a change so that the download is in the audit log; the exam itself does not change.
    changes: true,
  },
});
