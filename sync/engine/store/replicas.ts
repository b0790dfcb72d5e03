import { joinSittings, joinStreams, chooseLaterClock, type StreamWithOps } from './join-streams.ts';
import type { MemoryDisk } from './memory-client-store.ts';
import type { ClientAppendOutcome, ClientStore, ClockCheckpoint, HandInRow, OpRow, SittingRow, StreamRow } from '../ports.ts';

/** A stream in one replica. `held`: number of ops without a gap from seq 1. It is 0 if the last one has the head's seq but another hash. */
export interface StreamHolding {
  readonly row: StreamRow;
  readonly held: number;
}

export interface ReplicaRows {
  readonly sittings: readonly SittingRow[];
  readonly streams: readonly StreamWithOps[];
  readonly clocks: readonly (readonly [attemptId: string, point: ClockCheckpoint])[];
}

/** One of the two replicas on this device (SY25), as the repair uses it. */
export interface Replica extends ClientStore {
  /** Returns all rows except the ops. */
  heads(): Promise<{ sittings: SittingRow[]; streams: StreamHolding[]; clocks: (readonly [string, ClockCheckpoint])[] }>;
  /**
   * Merges rows into this replica in one durable transaction. It joins them with the current content, because a stream may grow during the
   * repair. `ownRole`: `trusted` if this replica's streams prevail where they and the given ones disagree.
   */
  restore(rows: ReplicaRows, ownRole: 'trusted' | 'other'): Promise<void>;
}

/** The replica in journal files. It follows the database, and becomes primary when the database fails or the disk is full. */
export interface JournalReplica extends Replica {
  /** Writes the op that the database is committing. Checks only that it continues the chain, and rejects otherwise. */
  follow(op: OpRow, prevHash: string, handIn: HandInRow | null): Promise<ClientAppendOutcome>;
  /** Removes exactly this op, because the database refused it and it never became part of the stream. */
  retract(op: OpRow): Promise<void>;
  /** Tests whether the disk takes new data. The browser may delete a database that is written on a full disk. */
  hasRoom(): Promise<boolean>;
  /**
   * Proves that the journal can be read under its name, where the next start looks for it. A journal that the browser deleted is written again from
   * memory. Rejects if neither reading nor writing succeeds.
   */
  prove(): Promise<void>;
  /** Reads what other tabs have written to their journals since the last call. */
  look(): Promise<void>;
}

/** Upper limit of ops to read; the largest number that a database accepts. */
export const maxOpSeq = 2 ** 31 - 1;

/** Computes the result of `heads` from rows in memory. */
export const listStreamHoldings = (disk: MemoryDisk): Awaited<ReturnType<Replica['heads']>> => ({
  sittings: [...disk.sittings.values()],
  streams: [...disk.streams.values()].map((row) => ({ row, held: countGaplessOps(row, disk.ops.get(row.streamId) ?? []) })),
  clocks: [...disk.clocks],
});

/** Counts ops without a gap from seq 1. Returns 0 if they reach the head's seq but end in another hash, since the head cannot be trusted then. */
export const countGaplessOps = (row: StreamRow, ops: readonly OpRow[]): number => {
  const gap = ops.findIndex((op, at) => op.seq !== at + 1);
  const gaplessCount = gap < 0 ? ops.length : gap;
  return gaplessCount === row.headSeq && (ops.at(-1)?.hash ?? row.genesis) !== row.headHash ? 0 : gaplessCount;
};

/** Merges rows into rows in memory, as `Replica.restore` does. */
export function mergeRowsInto(disk: MemoryDisk, rows: ReplicaRows, ownRole: 'trusted' | 'other'): void {
  for (const broughtStream of rows.streams) {
    const { streamId } = broughtStream.row;
    const known = disk.streams.get(streamId);
    const stream = joinStreamReplicas(known && { row: known, ops: disk.ops.get(streamId) ?? [] }, broughtStream, ownRole);
    disk.streams.set(streamId, stream.row);
    disk.ops.set(streamId, stream.ops);
  }
  for (const row of rows.sittings) {
    const known = disk.sittings.get(row.attemptId);
    const getLamport = (h: HandInRow): number | undefined => disk.ops.get(h.streamId)?.[h.seq - 1]?.lamport;
    disk.sittings.set(row.attemptId, known ? joinSittings(known, row, getLamport) : row);
  }
  for (const [attemptId, point] of rows.clocks) {
    const known = disk.clocks.get(attemptId);
    disk.clocks.set(attemptId, known ? chooseLaterClock(known, point) : point);
  }
}

/** Joins one stream of two replicas as `restore` does. `ownRole`: whether `known` prevails (`trusted`) where the two disagree. */
export function joinStreamReplicas(known: StreamWithOps | undefined, brought: StreamWithOps, ownRole: 'trusted' | 'other'): StreamWithOps {
  if (!known) return brought;
  return ownRole === 'trusted' ? joinStreams(known, brought) : joinStreams(brought, known);
}
