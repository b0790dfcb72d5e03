import { z } from 'zod';
import { defineCalls } from './call.ts';
import { epochMs, id } from './scalars.ts';

export const archiveCalls = defineCalls('archive', {
  make: {
    summary:
      'The archive of an exam whose scores are released: papers with keys, logs, answers, marks, scores and certificates in one file that proves itself. `url` gives it, for some minutes',
    input: z.object({ planId: id }),
    /** `print`: of the key that signs archives here, to compare with what `npm run verify-archive` says. */
    output: z.object({ url: z.string(), untilMs: epochMs, print: z.string() }),
    access: ['school', 'teacher'],
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    // Nothing of the exam; that somebody took all of it away stands in the audit log.
    changes: true,
  },
});
