import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { epochMs, id, uuid } from '../scalars.ts';
import { spareKit } from './spare.ts';
import { pushInput } from './sync.ts';

const staff = ['school', 'teacher'] as const;

/** Outcome of one batch of an answer file. */
export const importOutcomes = [
  /** The batch is new and is now on disk. */
  'stored',
  /** All ops of the batch had arrived before. */
  'held',
  /** The batch contradicts the log or was altered. It is quarantined for staff to look at, and does not count. */
  'aside',
  /** The ops that precede the batch in its stream have not arrived. */
  'gap',
  /** The batch belongs to another exam. */
  'otherExam',
  /** The upload token of the batch was issued by another server. */
  'foreign',
  /** The server cannot take the batch now; import the file again later. */
  'busy',
] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** Calls for a room whose network is down: release codes before the exam, import of its answer files afterwards. */
export const offlineCalls = {
  showReleaseCodes: {
    summary:
      "The release code of every room of a published plan (SY18). Who looked is in the audit log: whoever has a code and a room's PC reads the paper",
    input: z.object({ planId: id }),
    output: z.object({
      startMs: epochMs,
      /** One entry for each room; `roomId` 0 stands for the examinees without a room. */
      rooms: z.array(z.object({ roomId: z.int().min(0), name: z.string(), people: z.int(), code: z.string() })),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getSpareKit: {
    summary:
      'Everything a spare PC of one room needs to take over any seat of it without a network, sealed (SY15, SY17). `roomId` 0: examinees without a room',
    input: z.object({ planId: id, roomId: z.int().min(0) }),
    output: spareKit,
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  showSpareCode: {
    summary: 'The code by which one examinee goes on at a spare PC without a network (SY15). Who looked is in the audit log',
    input: z.object({ planId: id, userId: id }),
    output: z.object({ name: z.string(), seatLabel: z.string(), ticketNo: z.string(), code: z.string() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getSebFile: {
    summary:
      'Settings for Safe Exam Browser of one plan, for its room PCs, and the word that ends it. Who has the file can prove its key: it goes to room PCs alone; each look is logged',
    input: z.object({ planId: id, origin: z.url().max(200) }),
    output: z.object({ name: z.string(), text: z.string(), quitWord: z.string(), configKey: z.string() }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  checkHandIn: {
    summary: 'Whose hand-in has this code, which its examinee wrote down; null: none of this plan that is here',
    input: z.object({ planId: id, code: z.string().trim().min(1).max(40) }),
    output: z.object({
      found: z
        .object({
          userId: id,
          name: z.string(),
          seatLabel: z.string(),
          ticketNo: z.string(),
          by: z.enum(['examinee', 'timeout']),
          /** Time of the hand-in by the PC's clock. */
          wallMs: epochMs,
          /** True if every op and attachment that the hand-in lists has arrived, and the digest agrees. */
          whole: z.boolean(),
          /** True if this is the hand-in that counts; false if it was lifted, or if another one was complete before. */
          counts: z.boolean(),
        })
        .nullable(),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'invalid'],
    changes: false,
  },
  importAnswers: {
    summary:
      'Batches of an answer file that a PC without network has written (SY16). Again, or after the PC delivered by itself: nothing changes',
    input: z.object({ planId: id, batches: z.array(pushInput).min(1).max(40) }),
    output: z.object({
      /** Outcome of each batch, in the order of the input. `ops`: number of new ops. */
      outcomes: z.array(z.object({ outcome: z.enum(importOutcomes), ops: z.int() })),
      /** Examinees whose answers the batches contain, with the present state of each. */
      examinees: z.array(
        z.object({
          userId: id,
          attemptId: uuid,
          name: z.string(),
          seatLabel: z.string(),
          ticketNo: z.string(),
          receivedOps: z.int(),
          handedIn: z.boolean(),
          complete: z.boolean(),
          /** Number of attachments that count but of which the server lacks chunks. */
          missingFiles: z.int(),
        }),
      ),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
    maxBytes: 4 * 1024 * 1024,
  },
} as const satisfies Record<string, CallSpec>;
