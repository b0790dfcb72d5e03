import { z } from 'zod';
import { examUserStatus, releaseRules, releaseWaits } from './codes.ts';
import { durationMs, epochMs, id, uuid } from './scalars.ts';

/** What staff should look at in one attempt; the record keeps saying so. */
export const attemptConcerns = z.object({
  /** Marked absent, and yet something of theirs came. */
  absentVoid: z.boolean(),
  /** Two moves to another PC claim the same place in the order. */
  epochDisputed: z.boolean(),
  handedInTwice: z.boolean(),
  /** A hand-in lists what is here, and its digest is over something else. */
  digestDisagrees: z.boolean(),
  /** Handed in, and ops it lists are missing. */
  incomplete: z.boolean(),
  /** Answers that wait for a person, by why. */
  waiting: z.object({ olderEpoch: z.int(), afterHandIn: z.int(), afterDisclosure: z.int() }),
  /** Received before the start. */
  early: z.int(),
  quarantined: z.int(),
  /** Batches kept aside: forks and forgeries. */
  aside: z.int(),
  /** Items last answered unaware of a mark of cheating. */
  unawareOfMark: z.int(),
  /** Answers first received after the end, extensions and grace included. */
  receivedAfterEnd: z.int(),
});

const waiver = z.object({ ms: epochMs, by: z.string(), reason: z.string() });

/** Where one examinee of a plan stands. */
export const boardExaminee = z.object({
  userId: id,
  attemptId: uuid.nullable(),
  name: z.string(),
  ticketNo: z.string(),
  seatLabel: z.string(),
  status: z.literal(Object.values(examUserStatus)),
  /** First entered after the entry limit (enforced on the device, labelled here: SY22). */
  enteredLate: z.boolean(),
  /** The exam is over and they never asked for the seat: absent, though nobody said so yet. */
  unconfirmedAbsent: z.boolean(),
  extensionMs: durationMs,
  answered: z.int(),
  receivedOps: z.int(),
  handedIn: z.boolean(),
  /** Handed in, and every op the manifest lists is here. */
  complete: z.boolean(),
  /** Number of ops that a hand-in lists or that a PC told the server of, and that have not arrived (SY25). */
  missingOps: z.int(),
  /** Files on answers that count of which not every piece has arrived: a PC or a file still has them. */
  missingFiles: z.int(),
  /** When a PC of theirs was last heard, since this server runs. */
  heardMs: epochMs.nullable(),
  concerns: attemptConcerns,
  waiver: waiver.nullable(),
  /** What the release of scores waits for with them. */
  wait: z.enum(releaseWaits).nullable(),
  points: z.number().nullable(),
  passed: z.boolean().nullable(),
});
export type BoardExaminee = z.output<typeof boardExaminee>;

/** How and when the scores of a plan are told. */
export const planRelease = z.object({
  rule: z.enum(releaseRules),
  /** By itself, but not before; null: as soon as everything is met. */
  atMs: epochMs.nullable(),
  /** Working days after the release in which a review may be asked for. */
  reviewDays: z.int(),
  releasedMs: epochMs.nullable(),
  /** Empty: by the plan's own rule, or not yet. */
  releasedBy: z.string(),
  /** Why, although something was outstanding. */
  reason: z.string(),
});
