import { z } from 'zod';
import { defineCalls } from './call.ts';
import { base64url, chainHash, durationMs, epochMs, fileItemId, id, recordOf, uuid } from './scalars.ts';

/** Most streams that one poll may tell of. A page that is opened without a network adds one, so no PC comes near it. */
const writtenStreams = 5_000;

/** Limits of one push (SY6). A payload above `payloadBytes` is never committed on a device (SY3). */
export const pushLimits = { ops: 100, bodyBytes: 256 * 1024, payloadBytes: 32 * 1024 } as const;
/** Longest wait of one pull; the server's keep-alive is longer (SY9). */
export const pullWaitMaxMs = 25_000;

/**
 * One op as it travels: what the stream's header already says is not repeated, and its hash is derived.
 * [lamport, type@version, basisCursor, wallMs, monoMs, sealed]; seq = fromSeq + index.
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

/** What all ops of a stream share. `wrapped` is the stream's secret for the server, sent until the first acknowledgement. */
export const wireStream = z.object({
  streamId: uuid,
  attemptId: uuid,
  epoch: z.int().min(1),
  actor: id,
  documentId: uuid,
  keyId: z.string().max(40),
  /** base64url of HPKE enc ‖ ciphertext (mode_psk, psk = sitting key). */
  wrapped: base64url.max(400).optional(),
});
export type WireStream = z.output<typeof wireStream>;

export const pushInput = z.object({
  ticket: z.string().max(1000),
  stream: wireStream,
  fromSeq: z.int().min(1),
  /** Hash of op fromSeq - 1; the stream's genesis for fromSeq 1. */
  prevHash: chainHash,
  /** Empty: only asks for the head. */
  ops: z.array(wireOp).max(pushLimits.ops),
  /** Hash of the last op here: one keyed check over the whole batch. */
  headHash: chainHash,
  /** Version of the news this device has seen. */
  newsSeen: z.int().min(0),
  /**
   * The device knows these for the tail of a condemned stream: keep them aside, whatever the head, and answer `fork` with `kept`.
   * Without it, a restored server that meets the tail before the true branch would take it into the chain.
   */
  aside: z.boolean().optional(),
  /** SY25: how many ops this device has written on the stream, where that is more than the batch ends with. */
  written: z.int().optional(),
});
export type PushInput = z.output<typeof pushInput>;

/** Every one advances the queue; none deletes (SY7). */
export const verdict = z.enum(['applied', 'recordedLate', 'recordedNotCounted', 'quarantined']);
export type Verdict = z.output<typeof verdict>;

export const pullInput = z.object({
  ticket: z.string().max(1000),
  newsSeen: z.int().min(0),
  serverEpoch: z.string().max(64),
  waitMs: z.int().min(0).max(pullWaitMaxMs),
  /** SY25: stream → how many ops this device has written there; only streams that the server is not known to hold whole. */
  written: recordOf(uuid, z.int(), writtenStreams).optional(),
});
export type PullInput = z.output<typeof pullInput>;

/** Signed by the server when everything the manifest lists is there (SY14). */
export const receipt = z.object({
  attemptId: uuid,
  /** The hand-in op this answers. */
  streamId: uuid,
  seq: z.int().min(1),
  /** The manifest's digest, recomputed by the server from what it holds. */
  digest: base64url,
  opCount: z.int(),
  answeredCount: z.int(),
  /** Listed ops that do not count, with the reason: they do not block the receipt. */
  quarantined: z.array(z.object({ streamId: uuid, seq: z.int(), reason: z.string() })),
  receivedMs: epochMs,
  serverEpoch: z.string(),
  /** SY25: ops of this attempt that PCs have told of and that are not here. Left out, and not signed, while there are none. */
  missingOps: z.int().optional(),
  /** ECDSA P-256/SHA-256 (IEEE P1363, base64url) over the canonical JSON of the fields above, in this order. */
  signature: base64url,
});
export type Receipt = z.output<typeof receipt>;

/** What an attempt must know, as a state rather than as events: seeing only the newest is enough (SY9). */
export const news = z.object({
  version: z.int().min(0),
  /** The one status code shown (view over the registers). */
  status: z.int(),
  extensionMs: durationMs,
  paused: z.boolean(),
  /** Newest epoch granted; lower than it, this device has been moved away from. */
  epoch: z.int().min(0),
  handedIn: z.boolean(),
  /** Newest first reason a mark of cheating gives; empty when there is none. */
  cheatingReason: z.string(),
  /** Highest lamport the server has seen for the attempt: a device goes on above it (SY5). */
  lamport: z.int().min(0),
  /** Hand-ins that no longer stand (an extension after a time-out, or staff): the device that wrote one takes answers again. */
  reopened: z.array(z.object({ streamId: uuid, seq: z.int().min(1) })),
  /** Only verdicts other than `applied`, as runs of one stream. */
  verdicts: z.array(z.object({ streamId: uuid, fromSeq: z.int(), toSeq: z.int(), verdict, reason: z.string() })),
  receipt: receipt.nullable(),
  /** How many runs of verdicts there are beyond those told. */
  verdictsLeftOut: z.int().min(0).default(0),
  /** The exam's start, where ops of this attempt came before it: they do not count, and their device says them again from then on. 0: none did. */
  earlyUntilMs: z.number().min(0).default(0),
  /** Answers among these runs that wait for a person: not lost, and not counted by themselves. */
  waiting: z.int().min(0).default(0),
  /** Why it is paused. */
  pauseReason: z.string().optional(),
  /** What `extensionMs` is the sum of: a typed grant that is among them is not added again. */
  incidents: z.array(uuid).optional(),
  /** From the invigilators, the newest last. */
  messages: z.array(z.object({ messageId: uuid, text: z.string(), atMs: epochMs })).optional(),
});
export type News = z.output<typeof news>;

export const streamHead = z.object({ streamId: uuid, seq: z.int().min(0), hash: chainHash });
export type StreamHead = z.output<typeof streamHead>;

/** Why a push was refused, in `data.reason` beside its code. What the device does with each is in the engine's table. */
export const pushRefusal = z.enum([
  /** Ticket forged or for another attempt. */
  'ticket',
  /** Stream's header disagrees with the ticket: another examinee's attempt, actor or epoch. */
  'attempt',
  /** The wrapped secret does not open with the sitting's key: made up, or for another sitting. */
  'secret',
  /** First batch of a stream without its wrapped secret, or the server lost the stream: send from 1 with it. */
  'unknownStream',
  /** prevHash/fromSeq leave a gap after the head: send from the head on (the reply's `data.head`). */
  'gap',
  /** The hashes do not verify: altered or made up. Kept aside. */
  'chain',
  /** Verifies, but another continuation stands at this seq. Kept aside. */
  'fork',
]);
export type PushRefusal = z.output<typeof pushRefusal>;

/**
 * `data` of a refused push. `kept`: the batch lies aside on disk; the device may pass over it. `beside`: of a gap, when what the batch is built
 * on lies aside here as its owner's fork; whoever carries it for another device sends it again as `aside`, since no chain will ever reach it.
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
       * What is durable of the stream, never beyond this batch's own end: a repeat is answered with the batch's last seq and hash
       * (found equal to what is stored), so that a rewound device, whose own chain is shorter, can compare (SY6). An empty batch asks for the head.
       */
      ackedThrough: z.int().min(0),
      headHash: chainHash,
      serverNow: epochMs,
      /** Null: nothing newer than `newsSeen`. */
      news: news.nullable(),
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
      news: news.nullable(),
      heads: z.array(streamHead),
    }),
    access: 'ticket',
    errors: ['forbidden'],
    changes: false,
  },
  piece: {
    summary: 'One sealed piece of a file on an answer, which an op of the attempt has named; answered only after it is on disk',
    input: z.object({
      ticket: z.string().max(1000),
      itemId: fileItemId,
      at: z.int().min(0).max(999),
      sealed: base64url.max(140_000),
      /** Out of an answer file: nobody's voice. */
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
