import { z } from 'zod';
import { watchKinds } from '../contract/lockdown.ts';
import { actFates, roomAct } from '../contract/room-act.ts';
import { durationMs, uuid } from '../contract/scalars.ts';
import type { CanonicalHeader } from '../seal/canonical.ts';

/**
 * Op types and their payloads (SY12: `type@version`; old versions are upcast for ever, a queued op is never rewritten).
 * A type this build doesn't know is stored and projected again after an upgrade.
 */

/** Choice: option ids. Judgement: "T" or "F". Fill-in: one text a blank, in order. Empty list: cleared. */
export const answerValue = z.array(z.string().max(4000)).max(20);
export type AnswerValue = z.output<typeof answerValue>;

/** Stream → last seq this device knows, for every stream it holds of the attempt (SY14). */
export const manifest = z.record(uuid, z.int().min(1));
export type Manifest = z.output<typeof manifest>;

const opRef = z.object({ streamId: uuid, seq: z.int().min(1) });

/**
 * As papers number their items. Nothing else: it becomes a key, and "valueOf" is one that every object has. An answer, and only an answer,
 * may be a file on one of them: "7/3fa9c1d2" (`attachment.ts`).
 */
const itemId = z.string().regex(/^[1-9][0-9]{0,3}$/);
const answerId = z.string().regex(/^[1-9][0-9]{0,3}(?:\/[0-9a-f]{8})?$/);

export const opPayloads = {
  /** By the examinee. `i`: item id in the paper, `v`: the whole answer. */
  'answer.set@1': z.object({ i: answerId, v: answerValue }),
  'flag.set@1': z.object({ i: itemId, on: z.boolean() }),
  'attempt.enter@1': z.object({}),
  /** A typed or scanned grant of more time was taken here: the room's tablet says the same of it, or it counts for nothing. */
  'time.granted@1': z.object({ incidentId: uuid, ms: durationMs }),
  /** The examinee left the paper, or tried to: the browser's own word, at the moment it noticed. */
  'conduct.seen@1': z.object({ kind: z.enum(watchKinds) }),
  'attempt.handIn@2': z.object({
    manifest,
    /** `manifestText` over the hashes at the listed seqs. */
    digest: z.string().max(64),
    by: z.enum(['examinee', 'timeout']),
    elapsedMs: durationMs,
    /** Sum of the extensions the writer had seen: by time-out, it stands only while that is all of them (SY22). */
    extensionMs: durationMs,
    /** The start before which something had come and was said again by its writer before this: else that would lie beyond the hand-in (SY24). */
    earlyUntilMs: z.int().min(0).optional(),
  }),
  /** By staff. A mark is named by its own id, so that a revoke lifts what it has seen and nothing else. */
  'conduct.mark@1': z.object({ markId: uuid, reason: z.string().max(400) }),
  'conduct.revoke@1': z.object({ markIds: z.array(uuid).min(1).max(50) }),
  'attendance.absent@1': z.object({}),
  /** One incident extends once, however many tablets and retries say so. */
  'time.extend@1': z.object({ incidentId: uuid, ms: durationMs }),
  'time.pause@1': z.object({ pauseId: uuid, reason: z.string().max(400) }),
  /** Ends the pause it names, and gives its time back. */
  'time.resume@1': z.object({ pauseId: uuid, ms: durationMs }),
  'message.send@1': z.object({ messageId: uuid, text: z.string().max(400), atMs: z.int().min(0) }),
  'identity.check@1': z.object({ checkId: uuid, matches: z.boolean(), note: z.string().max(400) }),
  /** By an invigilator's tablet, into the log of its room: what was done, about whom. */
  'room.act@1': z.object({ actId: uuid, act: roomAct, attemptIds: z.array(uuid).max(400) }),
  /** By the server, into the same log: what became of an act. The newest says. */
  'room.judge@1': z.object({ streamId: uuid, seq: z.int().min(1), fates: z.record(uuid, z.enum(actFates)) }),
  /** Names the hand-ins it lifts, as a revoke names its marks: one it had not seen survives. */
  'handIn.reopen@1': z.object({ handIns: z.array(opRef).min(1).max(500), reason: z.string().max(400) }),
  /** Marking as a register: the newest says. `heads`: what of each stream the markers work on; what counts beyond it is late. */
  'marking.set@1': z.object({ to: z.enum(['none', 'marking', 'finished']), heads: z.record(uuid, z.int().min(0)) }),
  /** By the server: the next epoch, with what it had of the older ones at that moment. */
  'epoch.grant@1': z.object({
    epoch: z.int().min(2),
    heads: z.record(uuid, z.int().min(0)),
    /** They go on with a pen: what stands on the sheet is typed in later (`paper.set@1`). */
    paper: z.boolean().optional(),
  }),
  /** By staff, from the sheet that this epoch was granted for: an answer like any other, of whoever wrote it there. */
  'paper.set@1': z.object({ i: itemId, v: answerValue }),
  /** By the server, when scores are about to be told (SY23): what it had of each stream at that very moment. */
  'scores.disclose@1': z.object({ heads: z.record(uuid, z.int().min(0)) }),
  /** By the server: all pieces of a file are on its disk. `file`: their hashes, one after the other. */
  'file.here@1': z.object({ file: z.string().max(40_000) }),
  /** A person decides about answers that do not count by themselves, or that do. Hand-ins stand or fall by other rules. */
  'ops.decide@1': z.object({ streamId: uuid, fromSeq: z.int().min(1), toSeq: z.int().min(1), count: z.boolean() }),
} as const satisfies Record<string, z.ZodType>;
export type OpType = keyof typeof opPayloads;
export type OpPayload<T extends OpType> = z.output<(typeof opPayloads)[T]>;

/** What an examinee's stream may hold; every other type is the server's or the staff's. */
export const examineeOpTypes = [
  'answer.set@1',
  'flag.set@1',
  'attempt.enter@1',
  'time.granted@1',
  'conduct.seen@1',
  'attempt.handIn@2',
] as const satisfies readonly OpType[];

/** What a tablet's stream may hold: it speaks of its room, and an examinee's attempt takes nothing from it but through the server's judgement. */
export const tabletOpTypes = ['room.act@1'] as const satisfies readonly OpType[];

/**
 * An op's header. seq: 1, 2, 3 … without gaps (SY1). lamport: above everything this device had seen for the attempt (SY5).
 * basisCursor: version of the news the writer had seen. wallMs: evidence, never order. monoMs: since this document began;
 * never compare across documents.
 */
export type OpHeader = CanonicalHeader;

/** An op as opened: what the reducer reads. */
export interface OpenedOp extends OpHeader {
  readonly payload: unknown;
}
