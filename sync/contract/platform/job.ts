import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { jobState } from '../codes.ts';
import { epochMs, id, listInput, listOutput } from '../scalars.ts';

/** Kinds of background jobs. A module that adds one adds its name here and its text to the web catalogue. */
export const jobKinds = ['backup', 'import', 'questionImport', 'recalculate', 'checkFiles', 'sweepUploads', 'cardReading'] as const;
export type JobKindName = (typeof jobKinds)[number];

const state = z.literal(Object.values(jobState));

const job = z.object({
  id,
  kind: z.enum(jobKinds),
  state,
  done: z.int().min(0),
  /** Total amount of the job's work, of which `done` is done; null while it is unknown. */
  total: z.int().min(0).nullable(),
  /** Current step in the caller's language; '' if there is none to report. */
  note: z.string(),
  /** Reason for a failure or an interruption; '' otherwise. */
  error: z.string(),
  userName: z.string(),
  schoolTitle: z.string(),
  createdMs: epochMs,
  startedMs: epochMs.nullable(),
  endedMs: epochMs.nullable(),
  /** True if a stop was requested but the job still runs. */
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
