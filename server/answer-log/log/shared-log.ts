import type { WireOp } from '../../../sync/contract/exams/sync.ts';
import type { Lease } from '../../db/lease.ts';
import type { KnownOpCounts } from '../../../sync/engine/ops/known-ops.ts';
import type { StreamHeader } from './log-port.ts';
import type { QuarantineRow } from './quarantine-store.ts';

/**
 * One row of a log that several servers share. Every server keeps a replica of the log (`LogStore`) and stores the rows there in the same order. Each
 * row concerns one attempt.
 */
export type LogRow = {
  readonly attemptId: string;
  /** The row is stored only while its server holds these leases. They are not stored in the log. */
  readonly leases?: readonly Lease[];
} & (
  | {
      readonly kind: 'batch';
      readonly streamId: string;
      /** Header of the stream, only with the first batch of a stream. */
      readonly header?: StreamHeader;
      readonly fromSeq: number;
      readonly headHash: string;
      /** The ops of the batch as JSON. */
      readonly raw: string;
      /** The parsed ops, if this server made the row, so that it need not parse `raw`. They are not stored in the log. */
      readonly ops?: readonly WireOp[];
      readonly known?: KnownOpCounts;
      /** Only in a row that was moved from the log of a single server: the value that the single server had stored (SY24). */
      readonly earlyUntilMs?: number;
    }
  | ({ readonly kind: 'aside' } & QuarantineRow)
  /** A sealed chunk of an attachment. */
  | { readonly kind: 'piece'; readonly hash: string; readonly sealed: Buffer; readonly receivedMs: number }
  /** Time at which the exam of the attempt starts (SY24). */
  | { readonly kind: 'start'; readonly startMs: number }
);

/** Position of a row in the shared log, and the time at which it arrived there by that log's clock. */
export interface LogPlace {
  readonly pos: number;
  readonly receivedMs: number;
}
export type PlacedLogRow = LogRow & LogPlace;

export interface SharedLogState {
  readonly serverEpoch: string;
  /** Position of the newest row in the shared log; 0 if it is empty. */
  readonly end: number;
}

/** A log that several servers append to. Positions start at 1, have no gaps and follow the order of the commits. */
export interface SharedLog {
  readState(): Promise<SharedLogState>;
  /**
   * Stores rows that were checked against a replica at position `seen`. Stores all rows of an attempt, or none if the log has a row of this attempt
   * after `seen`. Resolves with the place of each row, or null for a row that was not stored. After a rejection it is unknown whether the rows were
   * stored.
   */
  append(seen: number, rows: readonly LogRow[]): Promise<(LogPlace | null)[]>;
  /** Returns the rows after `pos` in order, at most `limit`. */
  readAfter(pos: number, limit: number): Promise<PlacedLogRow[]>;
  /** Fills an empty log with the rows of a server's own log in one transaction, and adopts its server epoch. */
  adopt(serverEpoch: string, rows: Iterable<PlacedLogRow>): Promise<void>;
  /**
   * Gives the log a new server epoch, because it lost rows that a replica of the epoch `from` holds. Devices then send their ops again (SY8).
   * Does nothing if another server has done so already.
   */
  renewEpoch(from: string): Promise<void>;
  /** Resolves when the database behind this log is another one than before (restored, or a standby took over). The server must restart. */
  readonly fatalError: Promise<Error>;
  close(): Promise<void>;
}
