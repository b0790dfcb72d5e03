import { z } from 'zod';
import { examUserStatus, releaseRules, releaseBlockers } from '../codes.ts';
import { durationMs, epochMs, id, uuid } from '../scalars.ts';

/** Irregularities of one attempt that staff should look at. The exam record lists them too. */
export const attemptIrregularities = z.object({
  /** Marked absent, although ops of the examinee arrived. */
  absentVoid: z.boolean(),
  /** Two moves to another PC claim the same epoch (number of the PC). */
  epochDisputed: z.boolean(),
  handedInTwice: z.boolean(),
  /** Every op that a hand-in lists has arrived, but its digest does not match them. */
  digestDisagrees: z.boolean(),
  /** The examinee handed in, but ops that the hand-in lists are missing. */
  incomplete: z.boolean(),
  /** Number of answers that wait for a staff decision, by reason. */
  waiting: z.object({ olderEpoch: z.int(), afterHandIn: z.int(), afterDisclosure: z.int() }),
  /** Number of answers that the server received before the start of the exam. */
  early: z.int(),
  quarantined: z.int(),
  /** Number of batches in quarantine, because they do not fit the chain of their stream: forks and forgeries. */
  aside: z.int(),
  /** Number of items whose counting answer was written by a PC that did not know of the cheating mark against the examinee yet. */
  unawareOfMark: z.int(),
  /** Number of answers first received after the end, with extensions and grace time. */
  receivedAfterEnd: z.int(),
  /** Number of items whose answer counts although it may have been written after the end. Staff must still decide about them. */
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
  /** True if the examinee first entered after the entry limit. The device enforces the limit; the server only reports it. */
  enteredLate: z.boolean(),
  /** True if the exam is over and the examinee never took a seat: probably absent, but staff have not confirmed the absence. */
  unconfirmedAbsent: z.boolean(),
  extensionMs: durationMs,
  answered: z.int(),
  receivedOps: z.int(),
  handedIn: z.boolean(),
  /** The examinee handed in, and every op that the hand-in lists has arrived. */
  complete: z.boolean(),
  /** Number of ops that have not arrived, although a hand-in lists them or a PC reported having written them (SY25). */
  missingOps: z.int(),
  /** Number of attachments that count but of which the server lacks chunks. Only a PC or an answer file still has these chunks. */
  missingFiles: z.int(),
  /** Time of the last request from one of the examinee's PCs since the server started; null if there was none. */
  heardMs: epochMs.nullable(),
  concerns: attemptIrregularities,
  waiver: waiver.nullable(),
  /** Reason why the release of scores waits for this examinee; null if it does not. */
  wait: z.enum(releaseBlockers).nullable(),
  /** True if any answer of the examinee is not marked yet. `wait` does not always show this, because it names only one blocker. */
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
  /** Name of the user who released the scores. Empty if they are not released, or were released automatically. */
  releasedBy: z.string(),
  /** Reason for releasing despite release blockers. */
  reason: z.string(),
});
