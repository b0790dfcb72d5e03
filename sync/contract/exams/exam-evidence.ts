import { z } from 'zod';
import { answerGroups, examUserStatus, sectionType } from '../codes.ts';
import { attemptIrregularities } from './exam-board.ts';
import { durationMs, epochMs, id, uuid } from '../scalars.ts';

/** Ops of one tab, and when they arrived. */
export const streamEvidence = z.object({
  streamId: uuid,
  epoch: z.int(),
  ops: z.int(),
  firstReceivedMs: epochMs,
  lastReceivedMs: epochMs,
  /** Time at which the move to this PC was granted; null for the first PC. */
  grantedMs: epochMs.nullable(),
});

const timeLabel = z.enum(['within', 'grace', 'late', 'unprovable']);

/** One version of an answer, as written in one stream, with the server's evidence about it. */
const answerVersion = z.object({
  streamId: uuid,
  seq: z.int(),
  lamport: z.int(),
  value: z.array(z.string()),
  wallMs: epochMs,
  receivedMs: epochMs,
  label: timeLabel,
  epoch: z.int(),
  /** True if staff typed this version in from a paper sheet. The sheet counts as one more PC, so it has this epoch. */
  paper: z.boolean(),
  /** True if the rules let this version count. If several versions count, the newest becomes the answer. */
  counts: z.boolean(),
  /** True for the version that is the examinee's answer now. */
  winner: z.boolean(),
  /** True if this version is the answer, may have been written after the end, and no staff decision about it exists. */
  timeDoubtful: z.boolean(),
  /** Reason why this version does not count by itself; empty if it does. */
  why: z.string(),
  inManifest: z.boolean(),
});

const opRef = z.object({ streamId: uuid, seq: z.int().min(1) });

/** Evidence for a staff decision: all versions of every waiting answer. Right answers and points are left out. */
export const attemptEvidence = z.object({
  planId: id,
  planName: z.string(),
  userId: id,
  name: z.string(),
  ticketNo: z.string(),
  seatLabel: z.string(),
  status: z.literal(Object.values(examUserStatus)),
  startMs: epochMs,
  /** End of this examinee's time, with their extensions. */
  deadlineMs: epochMs,
  extensionMs: durationMs,
  complete: z.boolean(),
  /** Number of ops that have not arrived, although a hand-in lists them or a PC reported having written them. */
  missingOps: z.int(),
  releasedMs: epochMs.nullable(),
  concerns: attemptIrregularities,
  /** Ops of each tab. `epoch` numbers the PCs at which the examinee sat one after the other, from 1. */
  streams: z.array(streamEvidence),
  /** One entry for each epoch from the second on: when the epoch was granted, and whether it is a paper sheet instead of a PC. */
  moves: z.array(z.object({ epoch: z.int(), grantedMs: epochMs, paper: z.boolean() })),
  handIns: z.array(
    z.object({
      streamId: uuid,
      seq: z.int(),
      by: z.enum(['examinee', 'timeout']),
      wallMs: epochMs,
      receivedMs: epochMs,
      label: timeLabel,
      opsListed: z.int(),
      opsMissing: z.int(),
      stands: z.boolean(),
      fixed: z.boolean(),
      lifted: z.boolean(),
      digest: z.enum(['agrees', 'disagrees', 'unknown']),
    }),
  ),
  decisions: z.array(z.object({ streamId: uuid, fromSeq: z.int(), toSeq: z.int(), count: z.boolean(), by: z.string(), atMs: epochMs })),
  /** Number of tabs whose streams do not fit into this response. */
  streamsLeftOut: z.int(),
  items: z.array(
    z.object({
      itemId: z.string(),
      section: z.string(),
      type: z.literal(Object.values(sectionType)),
      stem: z.string(),
      options: z.array(z.object({ id: z.string(), html: z.string() })),
      versions: z.array(answerVersion),
      /** Whether staff may confirm the proposal together with others, or must look at this item; null if they have already decided. */
      group: z.enum(answerGroups).nullable(),
      /** Proposed decision: the version that shall count, or null to count none. */
      proposal: opRef.nullable(),
    }),
  ),
  /** Other examinees of the plan whose answers wait for a decision. */
  others: z.array(z.object({ userId: id, name: z.string() })),
});

/** Choice for one item: the version that shall count; null for none. */
export const answerChoice = z.object({ itemId: z.string().max(4), choose: opRef.nullable() });
