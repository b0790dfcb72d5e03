import { cameraRules } from './camera.ts';
import { watchRules } from './lockdown.ts';
import { z } from 'zod';
import { analysisRules, examStatus, examUserStatus, homeworkStatus, lateRules, paperKinds, paperLayouts } from '../codes.ts';
import { revisionNews } from './revision-news.ts';
import { base64url, durationMs, epochMs, id, uuid } from '../scalars.ts';

// Exam data that an examinee's PC stores. These schemas are not in exam.ts, so that the exam page does not load the calls of staff.

/** Data that only a homework or mock test has, as part of its `planNotice`. The student's PC stores it with the rest of that notice. */
export const assignmentNotice = z.object({
  /** False for homework that is set in words, without a paper. Absent in notices that a PC stored before such homework existed. */
  isPaper: z.boolean().optional(),
  /** Newest reminder of the teacher to hand in the work. */
  reminded: z.object({ ms: epochMs, by: z.string() }).nullable().optional(),
  dueMs: epochMs,
  lateRule: z.enum(lateRules),
  /** Percentage of the points that counts for a late hand-in. */
  latePercent: z.int(),
  analysisRule: z.enum(analysisRules),
  /** Time limit in minutes, from the moment the student opens the assignment. Null: any time between start and due date. */
  minutes: z.int().nullable(),
  tries: z.int(),
  /** Number of the current try, from 1. */
  tryNo: z.int(),
  setBy: z.string(),
  status: z.literal(Object.values(homeworkStatus)),
  /** Number of the student's answers that the server has. */
  answered: z.int(),
  /** Time at which the server had received everything that the hand-in lists; null before. */
  handedInMs: epochMs.nullable(),
  late: z.boolean(),
  /** Set while the homework is returned and not handed in again. */
  returned: z
    .object({
      ms: epochMs,
      by: z.string(),
      reason: z.string(),
      times: z.int(),
      /** The student may correct the homework until this time. */
      untilMs: epochMs.optional(),
      /**
       * Remarks on each answer. Remarks on photos are absent in notices that a PC stored before they existed. They are `pictureMark`s,
       * spelled out here so that the exam page loads no schema for them.
       */
      items: z.array(
        z.object({
          itemId: z.string(),
          comment: z.string(),
          pictures: z.array(z.object({ file: z.string(), x: z.number(), y: z.number(), text: z.string() })).optional(),
          /** The teacher's notes on passages of the answer (`textNote`), with the answer as it was when the notes were written. */
          noted: z
            .object({
              answer: z.string(),
              notes: z.array(z.object({ from: z.int(), to: z.int(), kind: z.enum(['right', 'wrong', 'doubt', 'note']), text: z.string() })),
            })
            .nullish(),
        }),
      ),
    })
    .nullable(),
  /** Points for the whole assignment; null until they may be shown. */
  points: z.number().nullable(),
  /** True if `myScore` of the module `task` returns the score. */
  scoreTold: z.boolean(),
  sizeBytes: z.int(),
  /** Earlier tries of a mock test, in order. */
  past: z.array(z.object({ tryNo: z.int(), points: z.number().nullable() })),
});
export type AssignmentNotice = z.output<typeof assignmentNotice>;

/** Data of a plan for its examinee, before, during and after the exam. */
export const planNotice = z.object({
  planId: id,
  /** Kind of the attempt. Absent in notices that a PC stored when exams were the only kind. */
  kind: z.enum(paperKinds).nullish(),
  /** Further data of a homework or mock test; absent or null for an exam. */
  task: assignmentNotice.nullish(),
  name: z.string(),
  paperName: z.string(),
  notice: z.string(),
  status: z.literal(Object.values(examStatus)),
  startMs: epochMs,
  durationMs,
  /** Entry closes this long after the start. */
  entryLimitMs: durationMs,
  /** Handing in is allowed from this long after the start. */
  earliestHandInMs: durationMs,
  totalPoints: z.number(),
  passPoints: z.number(),
  questionCount: z.int(),
  attemptId: uuid,
  seatLabel: z.string(),
  ticketNo: z.string(),
  /** Status of this examinee. Before the scores are released, it does not reveal whether marking has begun. */
  myStatus: z.literal(Object.values(examUserStatus)),
  /** True if the call `myScore` returns the examinee's score. */
  scoreReleased: z.boolean(),
  /** Rules for leaving or copying the paper. Absent in notices that a PC stored before this field existed. */
  lockdown: watchRules.nullish(),
  /** Null or absent if the exam does without the camera. */
  camera: cameraRules.nullish(),
  /** Revision of the plan: 1 as published; each later change adds 1. Absent in notices that a PC stored before this field existed. */
  revision: z.int().nullish(),
  /** Changes since publication that concern this examinee, newest first. `read`: the examinee confirmed having read them. */
  news: z.object({ items: z.array(revisionNews), read: z.boolean() }).nullish(),
  /** Set if the exam was withdrawn before its start; it never opens. Absent in notices that a PC stored before this field existed. */
  withdrawn: z.object({ ms: epochMs, reason: z.string() }).nullish(),
});
export type PlanNotice = z.output<typeof planNotice>;

/** A published paper: AES-256-GCM under a random content key; additional data: plan, variant and version (SY17). */
export const sealedPackage = z.object({
  planId: id,
  variant: z.string(),
  version: z.int(),
  /** The encrypted paper: base64url of nonce ‖ ciphertext ‖ tag. */
  sealed: base64url,
  sizeBytes: z.int(),
  /** Content key wrapped under the room's release code (SY18); null if the plan has none. */
  codeWrap: z.object({ salt: base64url, rounds: z.int().min(600_000), wrapped: base64url }).nullable(),
});
export type SealedPackage = z.output<typeof sealedPackage>;

/** Contents of an opened package. It never contains answer keys, analyses, or points of single options. */
export const paperContent = z.object({
  planId: id,
  variant: z.string(),
  version: z.int(),
  title: z.string(),
  layout: z.enum(paperLayouts),
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  /** Recordings and films of stems as `data:` addresses, by their ids (`data-media` in a stem). */
  media: z.record(z.string(), z.string()).optional(),
  sections: z.array(
    z.object({
      title: z.string(),
      type: z.int(),
      items: z.array(
        z.object({
          /** Short id, unique within the paper: "1", "2" … in the paper's own order. Answers refer to it. */
          id: z.string().regex(/^[1-9][0-9]{0,3}$/),
          stemHtml: z.string(),
          options: z.array(z.object({ id: z.string(), html: z.string() })),
          /** Set if an option refers to other options (以上都是). The options then keep this order even if the paper shuffles options. */
          optionsInOrder: z.literal(true).optional(),
          /** Number of blanks, or of left items of a matching question. */
          blankCount: z.int().min(0),
          points: z.number(),
          /** Maximum number of photos and documents that may be attached to the answer. */
          files: z.int().min(0).max(9).optional(),
        }),
      ),
    }),
  ),
});
export type PaperContent = z.output<typeof paperContent>;

/** All data for sitting an attempt offline from now on, except paper and content key. */
export const sittingGrant = z.object({
  attemptId: uuid,
  planId: id,
  epoch: z.int().min(1),
  actor: id,
  /** Upload token: appends to this attempt only. It stays valid after sign-out and after a restore of the server (SY11). */
  ticket: z.string(),
  /**
   * base64url, 32 bytes: pre-shared key which proves that the holder of the upload token opened a stream. Pushes never contain it, so a
   * stolen token can open no stream.
   */
  sittingKey: base64url,
  /** The server's public keys: HPKE (raw P-256 point) for stream secrets, ECDSA (raw P-256 point) for receipts. */
  serverKeys: z.object({
    keyId: z.string(),
    hpkePublic: base64url,
    receiptPublic: base64url,
    /** Address of the room's relay, which takes pushes that cannot reach the server (SY7a). */
    relay: z.url().max(200).optional(),
  }),
  serverEpoch: z.string(),
  serverNow: epochMs,
  /** Key that verifies codes typed at this seat (SY15); absent if the exam has no rooms. */
  seatKey: base64url.optional(),
});
export type SittingGrant = z.output<typeof sittingGrant>;

/** `data` of a refused `enter`: state of the PC that holds the seat, for an examinee who is about to leave it (SY15). */
export const otherSeatState = z.object({
  /** Time of the last request since the server started from the PC that holds the seat; null if there was none. */
  heardMs: epochMs.nullable(),
  /** True if the PC that holds the seat is connected now. */
  connected: z.boolean(),
  /** Number of the attempt's ops that have arrived. */
  receivedOps: z.int(),
  answered: z.int(),
  serverNow: epochMs,
});
export type OtherSeatState = z.output<typeof otherSeatState>;

/** `data` of every refusal because a plan was withdrawn: the reason. */
export const withdrawnPlan = z.object({ withdrawn: z.string() });
export type WithdrawnPlan = z.output<typeof withdrawnPlan>;
