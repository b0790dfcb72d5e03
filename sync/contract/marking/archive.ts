import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { emptyInput, epochMs, id } from '../scalars.ts';

/** Maximum number of exams in the list of exams whose paper records need not be retained any longer. */
export const mostRetained = 500;

/** Last days of retention, such as "2029-11-28", counted from the end of the exam. */
const retained = z.object({ paperUntil: z.string(), until: z.string() });

export const archiveCalls = defineCalls('archive', {
  make: {
    summary:
      'The archive of an exam whose scores are released: papers with keys, logs, answers, marks, scores and certificates in one file that proves itself. `url` gives it, for some minutes',
    input: z.object({ planId: id }),
    /** `untilMs`: when the address expires. `print`: fingerprint of the server's archive key; `npm run verify-archive` prints it too. */
    output: retained.extend({ url: z.string(), untilMs: epochMs, print: z.string() }),
    access: ['school', 'teacher'],
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    // Counts as a change so that the download is in the audit log; the exam itself does not change.
    changes: true,
  },
  getRetention: {
    summary: 'How long the school retains records of exams, and the exams whose records on paper need to be retained no longer',
    input: emptyInput,
    output: z.object({
      paperYears: z.int(),
      years: z.int(),
      /** Exams, oldest first, at most `mostRetained`. `isOver`: the electronic records need not be retained either. No call deletes records. */
      items: z.array(retained.extend({ planId: id, name: z.string(), endMs: epochMs, isOver: z.boolean() })),
    }),
    access: ['school'],
    errors: [],
    changes: false,
  },
});
