import { z } from 'zod';
import { examUserStatus, releaseRules, releaseBlockers } from '../codes.ts';
import { durationMs, epochMs, id, uuid } from '../scalars.ts';

/** Irregularities of one attempt that staff should look at. The exam record lists them too. */
export const attemptIrregularities = z.object({
  /** Marked absent, although ops of the examinee arrived. */
  absentVoid: z.boolean(),
  /** Two moves to another PC claim the same epoch. */
  epochDisputed: z.boolean(),
  handedInTwice: z.boolean(),
  /** Every op that a hand-in lists has arrived, but its digest does not match them. */
  digestDisagrees: z.boolean(),
  /** Handed in, but listed ops are missing. */
  incomplete: z.boolean(),
  /** Number of answers that wait for a staff decision, by reason. */
  waiting: z.object({ olderEpoch: z.int(), afterHandIn: z.int(), afterDisclosure: z.int() }),
  /** Number of answers received before the start. */
  early: z.int(),
  quarantined: z.int(),
  /** Number of batches stored outside the chain: forks and forgeries. */
  aside: z.int(),
  /** Number of items whose last answer was written without knowing of a cheating mark. */
  unawareOfMark: z.int(),
  /** Number of answers first received after the end, with extensions and grace time. */
  receivedAfterEnd: z.int(),
  /** Items whose answer counts although it may have been written after the end: they wait for a person. */
  timeDoubtful: z.int(),
});
export type AttemptIrregularities = z.output<typeof attemptIrregularities>;

const waiver = z.object({ ms: epochMs, by: z.string(), reason: z.string() });

/** State of one examinee in a plan. */
export const boardExaminee = z.object({
  userId: id,
  attemptId: uuid.nullable(),
  name: z.string(),
  ticketNo: z.string(),
  seatLabel: z.string(),
  status: z.literal(Object.values(examUserStatus)),
  /** First entered after the entry limit. The device enforces the limit; the server only labels it (SY22). */
  enteredLate: z.boolean(),
  /** The exam is over and they never took the seat: probably absent, but staff have not confirmed it. */
  unconfirmedAbsent: z.boolean(),
  extensionMs: durationMs,
  answered: z.int(),
  receivedOps: z.int(),
  handedIn: z.boolean(),
  /** Handed in, and every op that the manifest lists has arrived. */
  complete: z.boolean(),
  /** Number of ops that a hand-in lists or that a PC told the server of, and that have not arrived (SY25). */
  missingOps: z.int(),
  /** Number of attachments that count but lack chunks. A PC or an answer file still has them. */
  missingFiles: z.int(),
  /** Time of the last request from one of their PCs since the server started. */
  heardMs: epochMs.nullable(),
  concerns: attemptIrregularities,
  waiver: waiver.nullable(),
  /** Release blocker of this examinee, or null. */
  wait: z.enum(releaseBlockers).nullable(),
  /** The script has answers without marks. Independent of `wait`, which names one blocker only. */
  unmarked: z.boolean(),
  points: z.number().nullable(),
  passed: z.boolean().nullable(),
});
export type BoardExaminee = z.output<typeof boardExaminee>;

/** Rule and time for the release of a plan's scores. */
export const planRelease = z.object({
  rule: z.enum(releaseRules),
  /** Earliest time of an automatic release; null: as soon as all conditions are met. */
  atMs: epochMs.nullable(),
  /** Working days after the release in which a score review can be requested. */
  reviewDays: z.int(),
  releasedMs: epochMs.nullable(),
  /** Empty if scores are not released, or were released by the rule. */
  releasedBy: z.string(),
  /** Reason for releasing despite release blockers. */
  reason: z.string(),
});
