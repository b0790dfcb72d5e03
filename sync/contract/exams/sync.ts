import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { base64url, chainHash, durationMs, epochMs, fileItemId, id, boundedRecord, uuid } from '../scalars.ts';
import { cameraItemId } from './camera.ts';

/** Maximum number of streams that one poll lists in `written`. Only page loads without a network add streams, so no PC comes near it. */
const writtenStreams = 5_000;

/** Limits of one push (SY6). A payload above `payloadBytes` is never committed on a device (SY3). */
export const pushLimits = { ops: 100, bodyBytes: 256 * 1024, payloadBytes: 32 * 1024 } as const;
/** Longest time in milliseconds that a poll waits at the server (SY9). Idle connections stay open longer (keep-alive). */
export const maxPullWaitMs = 25_000;
/** Longest time in ms between requests of a PC whose network works: a poll, the pause after it, and a margin. Then the PC counts as disconnected. */
export const maxContactGapMs = maxPullWaitMs + 15_000;

/**
 * One op on the wire. Fields of the stream's header are not repeated, and the hash is derived. [lamport, type@version, basisCursor,
 * wallMs, monoMs, sealed]; seq = fromSeq + index.
 */
export const wireOp = z.tuple([
  z.int().min(1),
  z
    .string()
    .regex(/^[a-z][A-Za-z]*\.[A-Za-z]+@[0-9]+$/)
    .max(40),
  z.int().min(0),
  epochMs,
  z.number().min(0),
  base64url.max(Math.ceil(((pushLimits.payloadBytes + 64) * 4) / 3)),
]);
export type WireOp = z.output<typeof wireOp>;

/** Fields shared by all ops of a stream. `wrapped`: the stream's secret, encrypted for the server; sent until the first acknowledgement. */
export const wireStream = z.object({
  streamId: uuid,
  attemptId: uuid,
  epoch: z.int().min(1),
  actor: id,
  documentId: uuid,
  keyId: z.string().max(40),
  /** The stream's secret, encrypted for the server: base64url of HPKE enc ‖ ciphertext (mode_psk, psk = sitting key). */
  wrapped: base64url.max(400).optional(),
});
export type WireStream = z.output<typeof wireStream>;

export const pushInput = z.object({
  ticket: z.string().max(1000),
  stream: wireStream,
  fromSeq: z.int().min(1),
  /** Hash of op fromSeq - 1, or the stream's genesis if fromSeq is 1. */
  prevHash: chainHash,
  /** Ops of the batch. An empty batch only asks for the head that the server has. */
  ops: z.array(wireOp).max(pushLimits.ops),
  /** Hash of the last op of the batch: one keyed check covers the whole batch. */
  headHash: chainHash,
  /** Version of the newest news (the server's updates about the attempt) that this device has stored. */
  newsSeen: z.int().min(0),
  /**
   * True if the device knows that these ops are the tail of a retired stream. The server then quarantines them, regardless of its head,
   * and replies `fork` with `kept`. Otherwise a restored server that gets the tail before the true branch would take it into the chain.
   */
  aside: z.boolean().optional(),
  /** SY25: number of ops this device has written on the stream, if that is more than the end of the batch. */
  written: z.int().optional(),
});
export type PushInput = z.output<typeof pushInput>;

/** State of received ops. Each verdict lets the outbox advance; none deletes ops (SY7). */
export const opVerdict = z.enum(['applied', 'recordedLate', 'recordedNotCounted', 'quarantined']);
export type OpVerdict = z.output<typeof opVerdict>;

export const pullInput = z.object({
  ticket: z.string().max(1000),
  newsSeen: z.int().min(0),
  serverEpoch: z.string().max(64),
  waitMs: z.int().min(0).max(maxPullWaitMs),
  /** SY25: stream → number of ops this device has written there, only for streams that the server is not known to hold completely. */
  written: boundedRecord(uuid, z.int(), writtenStreams).optional(),
  /** False if no service worker holds the pages on this PC, so that a reload without a network fails. Absent from older pages: unknown. */
  offlineReady: z.boolean().optional(),
});
export type PullInput = z.output<typeof pullInput>;

/** Receipt, signed by the server when everything that the hand-in's manifest lists has arrived (SY14). */
export const handInReceipt = z.object({
  attemptId: uuid,
  /** The hand-in op that the receipt confirms. */
  streamId: uuid,
  seq: z.int().min(1),
  /** Digest of the manifest, recomputed by the server from its own log. */
  digest: base64url,
  opCount: z.int(),
  answeredCount: z.int(),
  /** Ops that the hand-in lists but that do not count, with the reason. They do not block the receipt. */
  quarantined: z.array(z.object({ streamId: uuid, seq: z.int(), reason: z.string() })),
  receivedMs: epochMs,
  serverEpoch: z.string(),
  /** SY25: number of ops that PCs reported as written and that have not arrived. Absent, and not signed, if there are none. */
  missingOps: z.int().optional(),
  /** ECDSA P-256/SHA-256 (IEEE P1363, base64url) over the canonical JSON of the fields above, in this order. */
  signature: base64url,
});
export type HandInReceipt = z.output<typeof handInReceipt>;

/** News: the server's updates about an attempt. They are a state and not events, so the newest version is enough (SY9). */
export const attemptNews = z.object({
  version: z.int().min(0),
  /** The one status of the examinee to show (`examUserStatus`), derived from presence, attendance and marking. */
  status: z.int(),
  extensionMs: durationMs,
  paused: z.boolean(),
  /** Newest granted epoch. If it is above the device's own, the examinee has moved to another PC. */
  epoch: z.int().min(0),
  handedIn: z.boolean(),
  /** Reason of the newest cheating mark that is not revoked; empty if there is none. */
  cheatingReason: z.string(),
  /** Highest lamport that the server has seen for the attempt; the device continues above it (SY5). */
  lamport: z.int().min(0),
  /** Hand-ins that no longer stand (extension after a time-out, or lifted by staff). The device that wrote one accepts answers again. */
  reopened: z.array(z.object({ streamId: uuid, seq: z.int().min(1) })),
  /** Runs of ops within a stream whose verdict is not `applied`. */
  verdicts: z.array(z.object({ streamId: uuid, fromSeq: z.int(), toSeq: z.int(), verdict: opVerdict, reason: z.string() })),
  receipt: handInReceipt.nullable(),
  /** Number of further runs that `verdicts` leaves out, because the news would become too large. */
  verdictsLeftOut: z.int().min(0).default(0),
  /**
   * Start of the exam, if ops of this attempt arrived before it. Such early ops do not count; their device resubmits them from the start
   * on. 0: none.
   */
  earlyUntilMs: z.number().min(0).default(0),
  /** Number of answers of this attempt that wait for a staff decision. They are stored but do not count yet. */
  waiting: z.int().min(0).default(0),
  /** Reason of the pause that stops the attempt's clock now; absent if the clock runs. */
  pauseReason: z.string().optional(),
  /** Ids of the extensions that `extensionMs` already includes. A PC ignores a typed code for an extension in this list. */
  incidents: z.array(uuid).optional(),
  /**
   * Recordings with a play limit ("7/3fa9c1d2") → ops that began a play, as "stream:seq", at most `maxPlayLimit`. A PC adds
   * its own ops that the server lacks.
   */
  plays: z.record(z.string(), z.array(z.string())).optional(),
  /** Messages of the invigilators, newest last. */
  messages: z.array(z.object({ messageId: uuid, text: z.string(), atMs: epochMs })).optional(),
  /** Item ids of the files on counted answers of which the server holds every chunk. Set if such answers have files. */
  files: z.array(fileItemId).optional(),
});
export type AttemptNews = z.output<typeof attemptNews>;

export const streamHead = z.object({ streamId: uuid, seq: z.int().min(0), hash: chainHash });
export type StreamHead = z.output<typeof streamHead>;

/** Reason for refusing a push, in `data.reason` next to the code. `handlePushRefusal` of the engine defines the reaction to each. */
export const pushRefusal = z.enum([
  /** The upload token is forged or for another attempt. */
  'ticket',
  /** The stream's header contradicts the token: another attempt, actor or epoch. */
  'attempt',
  /** The wrapped secret does not open with the sitting key: forged, or for another sitting. */
  'secret',
  /** First batch of a stream without its wrapped secret, or the server lost the stream. Send from 1 with the secret. */
  'unknownStream',
  /** `fromSeq` leaves a gap after the head. Send from the head on (`data.head`). */
  'gap',
  /** The hashes do not verify: altered or forged. The batch is quarantined. */
  'chain',
  /** The hashes verify, but the chain has another continuation at this seq. The batch is quarantined. */
  'fork',
]);
export type PushRefusal = z.output<typeof pushRefusal>;

/**
 * `data` of a refused push. `kept`: the batch is in quarantine on disk; the device may continue after it. `beside`: for a gap, if the
 * preceding op is in quarantine as a fork of this stream. A relay or other device that delivers the batch then sends it again as `aside`,
 * because the chain on the server will never reach it.
 */
export const pushRefusalData = z.object({
  reason: pushRefusal,
  head: streamHead.nullable(),
  kept: z.boolean(),
  beside: z.boolean().optional(),
  serverEpoch: z.string(),
});
export type PushRefusalData = z.output<typeof pushRefusalData>;

export const syncCalls = defineCalls('sync', {
  push: {
    summary: 'Append sealed ops to a stream; answered only after they are on disk',
    input: pushInput,
    output: z.object({
      serverEpoch: z.string(),
      /**
       * Last seq of the stream that is on the server's disk, but not beyond this batch. The reply to a repeated batch names the batch's own last seq,
       * with the stored hash, so that a device whose disk was rewound can compare hashes (SY6). For an empty batch: the head.
       */
      ackedThrough: z.int().min(0),
      headHash: chainHash,
      serverNow: epochMs,
      /** The attempt's newest news; null if the device has them already (`newsSeen`). */
      news: attemptNews.nullable(),
    }),
    access: 'ticket',
    errors: ['forbidden', 'refused', 'conflict'],
    changes: true,
    maxBytes: pushLimits.bodyBytes,
  },
  pull: {
    summary: 'Long poll: the state of this attempt once it is newer than `newsSeen`, and the heads the server holds',
    input: pullInput,
    output: z.object({
      serverEpoch: z.string(),
      serverNow: epochMs,
      news: attemptNews.nullable(),
      heads: z.array(streamHead),
    }),
    access: 'ticket',
    errors: ['forbidden'],
    changes: false,
  },
  piece: {
    summary:
      'One sealed piece of a file on an answer, which an op of the attempt has named, or one report of the camera; answered only after it is on disk',
    input: z.object({
      ticket: z.string().max(1000),
      itemId: fileItemId.or(cameraItemId),
      at: z.int().min(0).max(999),
      sealed: base64url.max(140_000),
      /** Set if the chunk was read from an answer file. It then does not show that the examinee's PC is connected. */
      carried: z.literal(true).optional(),
    }),
    output: z.object({ serverEpoch: z.string() }),
    access: 'ticket',
    errors: ['forbidden', 'refused', 'conflict'],
    changes: true,
    maxBytes: pushLimits.bodyBytes,
  },
  time: {
    summary: 'The server clock, for an offset from the fastest of several samples (SY21)',
    input: z.object({}),
    output: z.object({ serverNow: epochMs, serverEpoch: z.string() }),
    access: 'public',
    errors: [],
    changes: false,
  },
});
