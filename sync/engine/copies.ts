import { joinSittings, joinStreams, laterClock, type WholeStream } from './join-copies.ts';
import type { MemoryDisk } from './memory-client-store.ts';
import type { AppendOutcome, ClientStore, ClockCheckpoint, HandInRow, OpRow, SittingRow, StreamRow } from './ports.ts';

/** A stream as one copy has it; `held`: how many of its ops are there without a gap, up to a head whose hash they end in. */
export interface HeldStream {
  readonly row: StreamRow;
  readonly held: number;
}

export interface CopyRows {
  readonly sittings: readonly SittingRow[];
  readonly streams: readonly WholeStream[];
  readonly clocks: readonly (readonly [attemptId: string, point: ClockCheckpoint])[];
}

/** One of the two copies on this device (SY25), as the mend reads and writes it. */
export interface Copy extends ClientStore {
  /** What there is, without the ops. */
  heads(): Promise<{ sittings: SittingRow[]; streams: HeldStream[]; clocks: (readonly [string, ClockCheckpoint])[] }>;
  /**
   * Brings in what it lacks, in one durable transaction that joins it with what is there by now: a stream goes on while it is mended.
   * `mine`: what is right where a stream of its own and the one brought in disagree.
   */
  restore(rows: CopyRows, mine: 'trusted' | 'other'): Promise<void>;
}

/** The copy beside the database. It follows what the database decides, and decides where the database can't. */
export interface SecondCopy extends Copy {
  /** The op as the database is committing it just now: no guard but that it continues the chain. Rejects where it doesn't. */
  follow(op: OpRow, prevHash: string, handIn: HandInRow | null): Promise<AppendOutcome>;
  /** The database refused this very op: it was never part of the stream. */
  retract(op: OpRow): Promise<void>;
  /** Tests whether the disk takes new data. A database that is written on a full disk may be deleted by the browser. */
  hasRoom(): Promise<boolean>;
  /**
   * Proves that the journal can be read under its name, where the next start looks for it. A journal that the browser deleted is written
   * again from memory. Rejects where neither succeeds.
   */
  prove(): Promise<void>;
  /** Takes in what other tabs have written to copies of their own since. */
  look(): Promise<void>;
}

/** As many as a database can be asked for. */
export const allOps = 2 ** 31 - 1;

/** What `heads` says of rows in memory. */
export const headsOf = (disk: MemoryDisk): Awaited<ReturnType<Copy['heads']>> => ({
  sittings: [...disk.sittings.values()],
  streams: [...disk.streams.values()].map((row) => ({ row, held: heldFrom(row, disk.ops.get(row.streamId) ?? []) })),
  clocks: [...disk.clocks],
});

/** Ops 1, 2, 3 … as far as none is missing; of a stream whose head they don't reach, the head is no word to go by. */
export const heldFrom = (row: StreamRow, ops: readonly OpRow[]): number => {
  const gap = ops.findIndex((op, at) => op.seq !== at + 1);
  const held = gap < 0 ? ops.length : gap;
  return held === row.headSeq && (ops.at(-1)?.hash ?? row.genesis) !== row.headHash ? 0 : held;
};

export function restoreInto(disk: MemoryDisk, rows: CopyRows, mine: 'trusted' | 'other'): void {
  for (const brought of rows.streams) {
    const { streamId } = brought.row;
    const known = disk.streams.get(streamId);
    const stream = joinWith(known && { row: known, ops: disk.ops.get(streamId) ?? [] }, brought, mine);
    disk.streams.set(streamId, stream.row);
    disk.ops.set(streamId, stream.ops);
  }
  for (const row of rows.sittings) {
    const known = disk.sittings.get(row.attemptId);
    const lamportOf = (h: HandInRow): number | undefined => disk.ops.get(h.streamId)?.[h.seq - 1]?.lamport;
    disk.sittings.set(row.attemptId, known ? joinSittings(known, row, lamportOf) : row);
  }
  for (const [attemptId, point] of rows.clocks) {
    const known = disk.clocks.get(attemptId);
    disk.clocks.set(attemptId, known ? laterClock(known, point) : point);
  }
}

/** As `restore` joins one stream. */
export function joinWith(known: WholeStream | undefined, brought: WholeStream, mine: 'trusted' | 'other'): WholeStream {
  if (!known) return brought;
  return mine === 'trusted' ? joinStreams(known, brought) : joinStreams(brought, known);
}
