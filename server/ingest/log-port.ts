import type { WireOp, WireStream } from '../../sync/contract/sync.ts';
import type { KnownOps } from '../../sync/engine/known-ops.ts';
import type { OpPayload, OpType } from '../../sync/engine/ops.ts';

/**
 * The durable log of ops (SY7): append-only, one row a batch, in the server's total order. Everything else about attempts is
 * derived from it and may be thrown away.
 */

/** Who wrote a stream: an examinee's device, an invigilator's, or the server. A device's ops are sealed; the server's own are not. */
export type Author = 'examinee' | 'tablet' | 'server';

/** What all ops of a stream share, as its first batch told. `wrapped`: the secret under the server's HPKE key; '' for the server's own. */
export interface StreamHeader extends Omit<WireStream, 'wrapped'> {
  readonly wrapped: string;
  readonly author: Author;
}

/** One stored batch. `pos` is its place in the total order; `prevPos` the stream's batch before it, 0 for the first. */
export interface LogBatch {
  readonly pos: number;
  readonly streamNum: number;
  readonly streamId: string;
  readonly prevPos: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Chain hash of the last op. */
  readonly headHash: string;
  readonly receivedMs: number;
  /** The exam's start, where the batch came before it; else 0. */
  readonly earlyUntilMs: number;
  /** Empty where the batch only carries `known`: it has a place in the total order, and its stream stays as it is. */
  readonly ops: readonly WireOp[];
  /** SY25: what the server learned with it about ops that it need not hold. */
  readonly known?: KnownOps;
}

/** Where a stream stands: `seq` 0 and the genesis before its first op. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** A batch that fits nowhere, kept aside for people to look at; never part of a stream (SY7). */
export interface AsideBatch {
  readonly attemptId: string;
  readonly streamId: string;
  /** fork: made by the stream's owner (a rewound disk). chain, secret: nobody who holds the keys made it. */
  readonly reason: 'fork' | 'chain' | 'secret';
  readonly fromSeq: number;
  readonly opCount: number;
  readonly receivedMs: number;
}

/** An op the server writes itself, for instance `epoch.grant@1` when a sitting moves to another PC. */
export interface ServerOp<T extends OpType = OpType> {
  readonly type: T;
  readonly payload: OpPayload<T>;
  /** Who caused it: the examinee who moved, the invigilator who marked. */
  readonly actor: number;
  /** Of the sheet of paper it stood on; left out: the newest. */
  readonly epoch?: number;
}

/** What others may ask of the log. */
export interface LogReader {
  readonly serverEpoch: string;
  /** Position of the newest committed batch; 0 when empty. */
  end(): number;
  /** Batches after `pos`, in order, at most `limit`. */
  after(pos: number, limit: number): LogBatch[];
  stream(streamId: string): StreamHeader | undefined;
  /** The stream's head now; undefined: not known here. */
  head(streamId: string): Head | undefined;
  streamsOf(attemptId: string): readonly StreamHeader[];
  /** The stream's batches, newest first. */
  batchesOf(streamId: string): Iterable<LogBatch>;
  /** The batch that holds this op; undefined where the stream is shorter. */
  batchWith(streamId: string, seq: number): LogBatch | undefined;
  asides(attemptId: string): AsideBatch[];
  /** How many of them each attempt has; those without any are left out. */
  asideCounts(attemptIds: readonly string[]): Map<string, number>;
}

/** Where the projections stand: from there on the log's tail is replayed at a start to find the heads. */
export interface HeadCheckpoint {
  /** Heads are known up to this position. */
  through(): number;
  /** Position of the stream's newest batch up to there; undefined where it has none. */
  headPos(streamNum: number): number | undefined;
}
