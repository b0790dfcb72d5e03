import type { WireOp, WireStream } from '../../../sync/contract/exams/sync.ts';
import type { KnownOpCounts } from '../../../sync/engine/ops/known-ops.ts';
import type { OpPayload, OpType } from '../../../sync/engine/ops/ops.ts';

/**
 * Types of the durable op log (SY7). It is append-only, one row per batch, in the server's total order. All other data about attempts is derived
 * from it and may be deleted.
 */

/** Writer of a stream: an examinee's device, an invigilator's device, or the server. Ops of devices are sealed; those of the server are not. */
export type StreamWriterKind = 'examinee' | 'tablet' | 'server';

/**
 * Fields that all ops of a stream share, from its first batch. `wrapped`: the stream's secret, encrypted with the server's public HPKE key, or '' for
 * the server's own streams.
 */
export interface StreamHeader extends Omit<WireStream, 'wrapped'> {
  readonly wrapped: string;
  readonly author: StreamWriterKind;
}

/** One stored batch. `pos` is its position in the total order. `prevPos` is the position of the stream's previous batch, or 0. */
export interface LogBatch {
  readonly pos: number;
  readonly streamNum: number;
  readonly streamId: string;
  readonly prevPos: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Chain hash after the last op of the batch. */
  readonly headHash: string;
  readonly receivedMs: number;
  /** Start of the exam (server time) if the batch arrived before it, else 0. */
  readonly earlyUntilMs: number;
  /** Empty if the batch only carries `known`. Such a batch has a position in the total order but does not change its stream. */
  readonly ops: readonly WireOp[];
  /** SY25: numbers of ops that exist on a PC or in quarantine, which the server learned from this batch. */
  readonly known?: KnownOpCounts;
}

/** Head of a stream: `seq` 0 and the genesis hash before its first op. */
export interface LogStreamHead {
  readonly seq: number;
  readonly hash: string;
}

/** A quarantined batch (SY7). It fits no stream and is stored for staff to review. */
export interface QuarantinedBatch {
  readonly attemptId: string;
  readonly streamId: string;
  /** `fork`: made by the stream's owner, for example after its disk was rewound. `chain`, `secret`: not made by a holder of the keys. */
  readonly reason: 'fork' | 'chain' | 'secret';
  readonly fromSeq: number;
  readonly opCount: number;
  readonly receivedMs: number;
}

/** An op that the server writes itself, for instance `epoch.grant@1` when an attempt moves to another PC. */
export interface ServerOp<T extends OpType = OpType> {
  readonly type: T;
  readonly payload: OpPayload<T>;
  /** User who caused the op, such as the examinee who moved to another PC or the invigilator who marked cheating. */
  readonly actor: number;
  /** Epoch of the paper sheet from which the answer was typed in; the newest epoch if omitted. */
  readonly epoch?: number;
}

/** Read access to the answer log. */
export interface LogReader {
  readonly serverEpoch: string;
  /** Position of the newest committed batch; 0 if the log is empty. */
  end(): number;
  /** Returns batches after `pos`, in order, at most `limit`. */
  after(pos: number, limit: number): LogBatch[];
  stream(streamId: string): StreamHeader | undefined;
  /** Returns the stream's head, or undefined if the stream is unknown. */
  head(streamId: string): LogStreamHead | undefined;
  streamsOf(attemptId: string): readonly StreamHeader[];
  /** Iterates over the stream's batches, newest first. */
  batchesOf(streamId: string): Iterable<LogBatch>;
  /** Returns the batch that contains this op, or undefined if the stream is shorter. */
  batchWith(streamId: string, seq: number): LogBatch | undefined;
  /** Counts the quarantined batches of each attempt; attempts without any are left out. */
  countQuarantined(attemptIds: readonly string[]): Map<string, number>;
}

/** Checkpoint of the projections. When the server starts, it replays the log from the checkpoint on to find the head of each stream. */
export interface HeadCheckpoint {
  /** Log position up to which the checkpoint knows the heads of all streams. */
  getPosition(): number;
  /** Returns the position of the stream's newest batch up to the checkpoint, or undefined if it has none. */
  headPos(streamNum: number): number | undefined;
}
