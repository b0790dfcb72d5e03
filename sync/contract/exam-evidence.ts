import { z } from 'zod';
import { answerGroups, examUserStatus, sectionType } from './codes.ts';
import { attemptConcerns } from './exam-board.ts';
import { durationMs, epochMs, id, uuid } from './scalars.ts';

/** What one tab wrote, and when it came. */
export const streamEvidence = z.object({
  streamId: uuid,
  epoch: z.int(),
  ops: z.int(),
  firstReceivedMs: epochMs,
  lastReceivedMs: epochMs,
  /** When the move to this PC was granted; null for the first. */
  grantedMs: epochMs.nullable(),
});

const timeLabel = z.enum(['within', 'grace', 'late', 'unprovable']);

/** One answer of one item, as it lies in one stream, with what the server knows of it. */
const answerVersion = z.object({
  streamId: uuid,
  seq: z.int(),
  lamport: z.int(),
  value: z.array(z.string()),
  wallMs: epochMs,
  receivedMs: epochMs,
  label: timeLabel,
  epoch: z.int(),
  /** Typed in from the sheet of paper that this epoch was given out for. */
  paper: z.boolean(),
  /** It is among those of which the newest counts. */
  counts: z.boolean(),
  /** It is the one that counts. */
  winner: z.boolean(),
  /** Why it doesn't count by itself; empty where it does. */
  why: z.string(),
  inManifest: z.boolean(),
});

const opRef = z.object({ streamId: uuid, seq: z.int().min(1) });

/** What staff decide on: both versions of every answer that waits, with their evidence. Keys and points are not in it. */
export const attemptEvidence = z.object({
  planId: id,
  planName: z.string(),
  userId: id,
  name: z.string(),
  ticketNo: z.string(),
  seatLabel: z.string(),
  status: z.literal(Object.values(examUserStatus)),
  startMs: epochMs,
  /** With this examinee's extensions. */
  deadlineMs: epochMs,
  extensionMs: durationMs,
  complete: z.boolean(),
  /** Ops that a hand-in lists, or that a PC told of, and that have not arrived. */
  missingOps: z.int(),
  releasedMs: epochMs.nullable(),
  concerns: attemptConcerns,
  /** What each tab wrote. `epoch` numbers the PCs they sat at one after the other, from 1. */
  streams: z.array(streamEvidence),
  /** From the second on: when it was granted, and whether it was a sheet of paper instead of a PC. */
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
  /** Tabs beyond what one look reads. */
  streamsLeftOut: z.int(),
  items: z.array(
    z.object({
      itemId: z.string(),
      section: z.string(),
      type: z.literal(Object.values(sectionType)),
      stem: z.string(),
      options: z.array(z.object({ id: z.string(), html: z.string() })),
      versions: z.array(answerVersion),
      /** Null: decided already. */
      group: z.enum(answerGroups).nullable(),
      /** What nothing speaks against; null: none of the versions. */
      proposal: opRef.nullable(),
    }),
  ),
  /** The plan's other examinees whose answers wait for a decision. */
  others: z.array(z.object({ userId: id, name: z.string() })),
});

/** Of one item: the version that shall count; null: none of them. */
export const answerChoice = z.object({ itemId: z.string().max(4), choose: opRef.nullable() });
