import { z } from 'zod';
import { defineCalls } from './call.ts';
import { jobState } from './codes.ts';
import { epochMs, id, listInput, listOutput } from './scalars.ts';

/** What the server does in the background. A module that adds one adds its line here and its name in the web's texts. */
export const jobKinds = ['backup', 'import', 'questionImport', 'recalculate', 'checkFiles', 'sweepUploads'] as const;
export type JobKindName = (typeof jobKinds)[number];

const state = z.literal(Object.values(jobState));

const job = z.object({
  id,
  kind: z.enum(jobKinds),
  state,
  done: z.int().min(0),
  /** Null while how much there is isn't known. */
  total: z.int().min(0).nullable(),
  /** What it is at, in the caller's language; '' for nothing to say. */
  note: z.string(),
  /** Why it failed or was cut off; '' otherwise. */
  error: z.string(),
  userName: z.string(),
  schoolTitle: z.string(),
  createdMs: epochMs,
  startedMs: epochMs.nullable(),
  endedMs: epochMs.nullable(),
  /** Asked to stop, and not stopped yet. */
  stopping: z.boolean(),
});

const everybodyWhoStartsOne = ['admin', 'school', 'teacher', 'system', 'db', 'question', 'enrollAdmin'] as const;

export const jobCalls = defineCalls('job', {
  getList: {
    summary: 'Background jobs: of everybody for the system user, one’s own for others',
    input: listInput(z.object({ state: state.optional(), kind: z.enum(jobKinds).optional() })),
    output: listOutput(job),
    access: everybodyWhoStartsOne,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One background job, its progress and its result',
    input: z.object({ id }),
    output: job.extend({ result: z.record(z.string(), z.unknown()).nullable() }),
    access: everybodyWhoStartsOne,
    errors: ['notFound'],
    changes: false,
  },
  cancel: {
    summary: 'Stop a job that waits or runs; what it has done so far is for its kind to undo or keep',
    input: z.object({ id }),
    output: z.object({ state }),
    access: everybodyWhoStartsOne,
    errors: ['notFound', 'refused'],
    changes: true,
  },
});
