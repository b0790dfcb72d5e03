import { z } from 'zod';
import { watchKinds } from '../../contract/exams/lockdown.ts';
import { commandDecisions, roomCommand } from '../../contract/exams/room-command.ts';
import { durationMs, fileItemId, uuid } from '../../contract/scalars.ts';
import type { CanonicalHeader } from '../../crypto/canonical.ts';

/**
 * Op types and their payloads (SY12: `type@version`). Old versions are upcast for ever, because a queued op is never rewritten. An op of a type that
 * this build does not know is stored without effect; a newer build applies it after an upgrade.
 */

/**
 * Value of an answer. Choice: option ids. Judgement: "T" or "F". Fill-in: one text per blank, in order. Ordering: all option ids in the chosen
 * order. Matching: one option id per left item, "" for none. An empty list means cleared.
 */
export const answerValue = z.array(z.string().max(4000)).max(20);
export type AnswerValue = z.output<typeof answerValue>;

/** Stream id → last seq that this device knows, for every stream of the attempt's present epoch that it holds (SY14). */
export const handInManifest = z.record(uuid, z.int().min(1));
export type HandInManifest = z.output<typeof handInManifest>;

const opRef = z.object({ streamId: uuid, seq: z.int().min(1) });

/**
 * Item ids are question numbers. The pattern is strict because an id becomes an object key, and ids such as "valueOf" would collide with
 * inherited properties. An answer may also be a file on an item: "7/3fa9c1d2" (`attachment.ts`).
 */
const itemId = z.string().regex(/^[1-9][0-9]{0,3}$/);
const answerId = z.string().regex(/^[1-9][0-9]{0,3}(?:\/[0-9a-f]{8})?$/);

export const opPayloads = {
  /** Ops of the examinee begin here. `i`: item id in the paper. `v`: the whole answer. */
  'answer.set@1': z.object({ i: answerId, v: answerValue }),
  'flag.set@1': z.object({ i: itemId, on: z.boolean() }),
  'attempt.enter@1': z.object({}),
  /** A grant of more time was typed or scanned on this PC. It counts only once the room's tablet reports the same grant. */
  'time.granted@1': z.object({ incidentId: uuid, ms: durationMs }),
  /** The examinee left the paper or tried to, as the browser reported when it noticed. */
  'conduct.seen@1': z.object({ kind: z.enum(watchKinds) }),
  /** The examinee starts a recording that may be played a limited number of times. `f`: question and recording, such as "7/3fa9c1d2". */
  'media.play@1': z.object({ f: fileItemId }),
  'attempt.handIn@2': z.object({
    manifest: handInManifest,
    /** Digest of `formatManifestText` over the hashes at the listed seqs. */
    digest: z.string().max(64),
    by: z.enum(['examinee', 'timeout']),
    elapsedMs: durationMs,
    /**
     * Sum in milliseconds of the extensions of time that the device knew when it wrote this hand-in. A hand-in by time-out stands only while the
     * attempt has no other extension (SY22).
     */
    extensionMs: durationMs,
    /**
     * The exam's start, if the device knew that the server had received ops before it (early ops) and resubmitted their values before this hand-in.
     * If there are early ops, a hand-in that does not name this start does not stand, because it may lack these values (SY24).
     */
    earlyUntilMs: z.int().min(0).optional(),
  }),
  /** Ops of staff begin here. Each mark of cheating has an id, so that a revocation lifts only the marks that it names. */
  'conduct.mark@1': z.object({ markId: uuid, reason: z.string().max(400) }),
  'conduct.revoke@1': z.object({ markIds: z.array(uuid).min(1).max(50) }),
  'attendance.absent@1': z.object({}),
  /** An incident extends the time once, however many tablets and retries report it. */
  'time.extend@1': z.object({ incidentId: uuid, ms: durationMs }),
  'time.pause@1': z.object({ pauseId: uuid, reason: z.string().max(400) }),
  /** Ends the named pause. `ms`: time that the examinee gets back for it. */
  'time.resume@1': z.object({ pauseId: uuid, ms: durationMs }),
  'message.send@1': z.object({ messageId: uuid, text: z.string().max(400), atMs: z.int().min(0) }),
  'identity.check@1': z.object({ checkId: uuid, matches: z.boolean(), note: z.string().max(400) }),
  /** Room command, written by an invigilator's tablet into the log of its room: what to do, for which attempts. */
  'room.act@1': z.object({ actId: uuid, act: roomCommand, attemptIds: z.array(uuid).max(400) }),
  /** Decision about a room command, written by the server into the same log. The newest decision applies. */
  'room.judge@1': z.object({ streamId: uuid, seq: z.int().min(1), fates: z.record(uuid, z.enum(commandDecisions)) }),
  /** Lifts the named hand-ins. A hand-in that staff had not seen remains. */
  'handIn.reopen@1': z.object({ handIns: z.array(opRef).min(1).max(500), reason: z.string().max(400) }),
  /** State of the marking; the newest op applies. `heads`: up to which seq of each stream the markers work. Ops that count beyond it are late. */
  'marking.set@1': z.object({ to: z.enum(['none', 'marking', 'finished']), heads: z.record(uuid, z.int().min(0)) }),
  /** Written by the server: opens the next epoch and states the heads it had of older streams at that moment. */
  'epoch.grant@1': z.object({
    epoch: z.int().min(2),
    heads: z.record(uuid, z.int().min(0)),
    /** True if the examinee continues on paper. Staff type in the sheet later (`paper.set@1`). */
    paper: z.boolean().optional(),
  }),
  /** Typed in by staff from the paper sheet that this epoch was granted for. It is an answer like any other. */
  'paper.set@1': z.object({ i: itemId, v: answerValue }),
  /** Written by the server when scores are about to be released (SY23): the head it had of each stream at that moment. */
  'scores.disclose@1': z.object({ heads: z.record(uuid, z.int().min(0)) }),
  /** Written by the server once every chunk of a file is on its disk. `file`: the hashes of the chunks, joined. */
  'file.here@1': z.object({ file: z.string().max(40_000) }),
  /** A staff decision whether the answers in these ops of a stream count. It does not affect hand-ins. */
  'ops.decide@1': z.object({ streamId: uuid, fromSeq: z.int().min(1), toSeq: z.int().min(1), count: z.boolean() }),
} as const satisfies Record<string, z.ZodType>;
export type OpType = keyof typeof opPayloads;
export type OpPayload<T extends OpType> = z.output<(typeof opPayloads)[T]>;

/** Op types that an examinee's stream may hold. The server or staff write all others. */
export const examineeOpTypes = [
  'answer.set@1',
  'flag.set@1',
  'attempt.enter@1',
  'time.granted@1',
  'conduct.seen@1',
  'media.play@1',
  'attempt.handIn@2',
] as const satisfies readonly OpType[];

/** Op types that a tablet's stream may hold. They change an examinee's attempt only through a decision of the server. */
export const tabletOpTypes = ['room.act@1'] as const satisfies readonly OpType[];

/**
 * Header of an op. `seq`: 1, 2, 3 and so on without gaps (SY1). `lamport`: above every lamport this device had seen for the attempt (SY5).
 * `basisCursor`: version of the server's news about the attempt that the device had when it wrote the op. `wallMs`: evidence, never used for order.
 * `monoMs`: milliseconds since the document began, never compared across documents.
 */
export type OpHeader = CanonicalHeader;

/** A decrypted op, as the reducer reads it. */
export interface OpenedOp extends OpHeader {
  readonly payload: unknown;
}
