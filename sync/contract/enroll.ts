import { z } from 'zod';
import { defineCalls } from './call.ts';
import { filingCalls } from './filing.ts';
import { empty, epochMs, id } from './scalars.ts';

const reviewers = ['enrollAdmin'] as const;

export const enrollCalls = defineCalls('enroll', {
  ...filingCalls({ apply: ['enrollUser'], review: reviewers }),
  getPlans: {
    summary: 'Exam plans of the school that are not published yet, for putting approved applicants into one',
    input: empty,
    output: z.object({ items: z.array(z.object({ id, name: z.string(), startMs: epochMs, examinees: z.int() })) }),
    access: reviewers,
    errors: [],
    changes: false,
  },
  enlist: {
    summary:
      'Approved applicants become examinees of a plan: accounts where there are none, then their seats in it; done again it changes nothing',
    input: z.object({ planId: id, ids: z.array(id).min(1).max(500) }),
    output: z.object({
      /** New accounts, those who are in the plan now, and who was in it before. */
      accounts: z.int(),
      added: z.int(),
      already: z.array(z.string()),
      refused: z.array(z.object({ id, name: z.string(), reason: z.string() })),
    }),
    access: reviewers,
    rows: [{ of: 'plan', act: 'enlist', at: 'planId' }],
    errors: ['notFound', 'refused', 'forbidden'],
    changes: true,
    once: true,
  },
});
