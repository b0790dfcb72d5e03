import type { WireOp } from '../../../sync/contract/exams/sync.ts';
import type { Lease } from '../../db/lease.ts';
import type { KnownOpCounts } from '../../../sync/engine/ops/known-ops.ts';
import type { StreamHeader } from './log-port.ts';
import type { QuarantineRow } from './quarantine-store.ts';

/**
 * One row of a log that several servers share. Every server keeps a replica of the log (`LogStore`) and stores the rows there in the same
 * order. All rows concern one attempt.
 */
export type LogRow = {
  readonly attemptId: string;
  /** The row is stored only while its server holds these. They are no part of the log. */
  readonly leases?: readonly Lease[];
} & (
  | {
      readonly kind: 'batch';
      readonly streamId: string;
      /** Present with the first batch of a stream. */
      readonly header?: StreamHeader;
      readonly fromSeq: number;
      readonly headHash: string;
      /** JSON of the ops. */
      readonly raw: string;
      /** The ops, in a row that this server made, so that it need not parse them again. No part of the log. */
      readonly ops?: readonly WireOp[];
      readonly known?: KnownOpCounts;
      /** Only in a row that was moved from a log of one server: what that server found (SY24). */
      readonly earlyUntilMs?: number;
    }
  | ({ readonly kind: 'aside' } & QuarantineRow)
  /** A sealed chunk of an attachment. */
  | { readonly kind: 'piece'; readonly hash: string; readonly sealed: Buffer; readonly receivedMs: number }
  /** The start of the attempt's exam (SY24). */
  | { readonly kind: 'start'; readonly startMs: number }
);

/** Where a row stands in the shared log, and when it arrived there by the clock of the shared log. */
export interface LogPlace {
  readonly pos: number;
  readonly receivedMs: number;
}
export type PlacedLogRow = LogRow & LogPlace;

export interface SharedLogState {
  readonly serverEpoch: string;
  /** Position of the newest row; 0 if the log is empty. */
  readonly end: number;
}

/** A log that several servers append to. Positions start at 1, have no gaps and follow the order of the commits. */
export interface SharedLog {
  readState(): Promise<SharedLogState>;
  /**
   * Stores rows that were checked against a replica at position `seen`. Stores all rows of an attempt, or none if the log has a row of this
   * attempt after `seen`. Resolves with the place of each row; null: not stored. After a rejection it is unknown whether the rows were stored.
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
  /** Resolves when the log behind this port has become another one (restored, or a standby took over). The server must restart. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}
