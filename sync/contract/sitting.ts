import { watchRules } from './lockdown.ts';
import { z } from 'zod';
import { examStatus, examUserStatus, paperKinds, paperLayouts } from './codes.ts';
import { revisionNews } from './revision-news.ts';
import { base64url, durationMs, epochMs, id, uuid } from './scalars.ts';
import { taskNotice } from './task-notice.ts';

// What an examinee's PC holds of an exam. Apart from the calls (exam.ts): the exam page reads these, and none of the staff's.

/** What an examinee may know of a plan before, during and after. */
export const planNotice = z.object({
  planId: id,
  /** A PC may hold notices from before there was another kind than exams. */
  kind: z.enum(paperKinds).nullish(),
  /** Of homework and mock tests. */
  task: taskNotice.nullish(),
  name: z.string(),
  paperName: z.string(),
  notice: z.string(),
  status: z.literal(Object.values(examStatus)),
  startMs: epochMs,
  durationMs,
  /** After the start by this much, nobody may enter. */
  entryLimitMs: durationMs,
  /** After the start by this much, handing in is allowed. */
  earliestHandInMs: durationMs,
  totalPoints: z.number(),
  passPoints: z.number(),
  questionCount: z.int(),
  attemptId: uuid,
  seatLabel: z.string(),
  ticketNo: z.string(),
  /** Says nothing of marking before the scores are released. */
  myStatus: z.literal(Object.values(examUserStatus)),
  /** `myScore` answers. */
  scoreReleased: z.boolean(),
  /** A PC may hold notices from before there was such a thing. */
  lockdown: watchRules.nullish(),
  /** What the PC's copy of the plan is compared by; a PC may hold notices from before there was such a thing. */
  revision: z.int().nullish(),
  /** What was changed since it was published and concerns them, newest first; `read`: they said they know. */
  news: z.object({ items: z.array(revisionNews), read: z.boolean() }).nullish(),
  /** Called off before its start: never opens. A PC may hold notices from before there was such a thing. */
  withdrawn: z.object({ ms: epochMs, reason: z.string() }).nullish(),
});
export type PlanNotice = z.output<typeof planNotice>;

/** A published paper, encrypted: AES-256-GCM under a random content key, additional data = plan, variant and version (SY17). */
export const sealedPackage = z.object({
  planId: id,
  variant: z.string(),
  version: z.int(),
  /** base64url of nonce ‖ ciphertext ‖ tag. */
  sealed: base64url,
  sizeBytes: z.int(),
  /**
   * The content key wrapped under the room's release code (SY18); null where the plan has none.
   */
  codeWrap: z.object({ salt: base64url, rounds: z.int().min(600_000), wrapped: base64url }).nullable(),
});
export type SealedPackage = z.output<typeof sealedPackage>;

/** What an opened package holds. Never keys, analyses, or scores of single options. */
export const paperContent = z.object({
  planId: id,
  variant: z.string(),
  version: z.int(),
  title: z.string(),
  layout: z.enum(paperLayouts),
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  sections: z.array(
    z.object({
      title: z.string(),
      type: z.int(),
      items: z.array(
        z.object({
          /** Short, unique within the paper: "1", "2" … in the paper's own order. Answers name it. */
          id: z.string().regex(/^[1-9][0-9]{0,3}$/),
          stemHtml: z.string(),
          options: z.array(z.object({ id: z.string(), html: z.string() })),
          /** An option refers to others (以上都是): the options keep this order even if the paper shuffles options. */
          optionsInOrder: z.literal(true).optional(),
          blankCount: z.int().min(0),
          points: z.number(),
          /** Photos or documents the answer may come with. */
          files: z.int().min(0).max(9).optional(),
        }),
      ),
    }),
  ),
});
export type PaperContent = z.output<typeof paperContent>;

/** Everything a PC needs to sit an attempt with no network from here on (paper and content key apart). */
export const sittingGrant = z.object({
  attemptId: uuid,
  planId: id,
  epoch: z.int().min(1),
  actor: id,
  /** Good only for appending to this attempt; outlives sign-out and a restored server (SY11). */
  ticket: z.string(),
  /** base64url, 32 bytes: the pre-shared key that proves a stream was opened by whom the ticket was given to. Never sent with a push, so a stolen ticket can open no stream. */
  sittingKey: base64url,
  /** The server's public keys: HPKE (raw P-256 point) for stream secrets, ECDSA (raw P-256 point) for receipts. */
  serverKeys: z.object({
    keyId: z.string(),
    hpkePublic: base64url,
    receiptPublic: base64url,
    /** Where a relay in the room takes what the server can't be given (SY7a). */
    relay: z.url().max(200).optional(),
  }),
  serverEpoch: z.string(),
  serverNow: epochMs,
  /** The key of this seat in its room, for typed grants (SY15); absent where the exam has no rooms. */
  seatKey: base64url.optional(),
});
export type SittingGrant = z.output<typeof sittingGrant>;

/** `data` of a refused `enter`: what is known of the PC that holds the seat, for somebody who is about to leave it behind (SY15). */
export const otherSeat = z.object({
  /** When it was last heard since this server runs; null: not since then. */
  heardMs: epochMs.nullable(),
  /** It is connected this moment. */
  connected: z.boolean(),
  /** What has arrived of the attempt so far. */
  receivedOps: z.int(),
  answered: z.int(),
  serverNow: epochMs,
});
export type OtherSeat = z.output<typeof otherSeat>;

/** `data` of every refusal about a plan that was called off: why. */
export const withdrawnPlan = z.object({ withdrawn: z.string() });
export type WithdrawnPlan = z.output<typeof withdrawnPlan>;
