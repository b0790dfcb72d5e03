import type { StreamHead } from '../../contract/exams/sync.ts';
import type { ClientAppendOutcome, ClientStore, ClockCheckpoint, HandInRow, OpRow, SittingRow, StreamRow } from '../ports.ts';
import {
  applyAcknowledgement,
  decideAppend,
  retireStream,
  doHeadsAgree,
  isStreamDelivered,
  recordQuarantine,
  mergeSitting,
  storeNews,
  removeOldAcks,
  reopenArchived,
} from './store-rules.ts';

/** Rows on a simulated disk. Rows are replaced, never changed in place, so copying the maps copies the disk. */
export interface MemoryDisk {
  readonly sittings: Map<string, SittingRow>;
  readonly streams: Map<string, StreamRow>;
  readonly ops: Map<string, readonly OpRow[]>;
  readonly clocks: Map<string, ClockCheckpoint>;
}

export const createEmptyDisk = (): MemoryDisk => ({ sittings: new Map(), streams: new Map(), ops: new Map(), clocks: new Map() });

/** Copies the current content of the disk. */
export const cloneMemoryDisk = (disk: MemoryDisk): MemoryDisk => ({
  sittings: new Map(disk.sittings),
  streams: new Map(disk.streams),
  ops: new Map(disk.ops),
  clocks: new Map(disk.clocks),
});

/**
 * Wraps every transaction. `work` runs synchronously and completely. The wrapper may delay it, reject it with `StorageFault`, or never resolve,
 * as if the process died before or after the work.
 */
export type TransactionWrapper = <T>(kind: 'read' | 'write', work: () => T) => Promise<T>;

/** Creates a client store in memory, for tests, the simulation and the journal. `disk()` is called for each transaction. */
export function createMemoryClientStore(disk: () => MemoryDisk, transact: TransactionWrapper): ClientStore {
  const read = <T>(work: (d: MemoryDisk) => T): Promise<T> => transact('read', () => work(disk()));
  const write = <T>(work: (d: MemoryDisk) => T): Promise<T> => transact('write', () => work(disk()));
  const changeStream = (streamId: string, change: (row: StreamRow) => StreamRow): Promise<void> =>
    write((d) => {
      const row = d.streams.get(streamId);
      if (row) d.streams.set(streamId, change(row));
    });

  return {
    sitting: (attemptId) => read((d) => d.sittings.get(attemptId)),
    sittings: () => read((d) => [...d.sittings.values()]),
    saveSitting: (row) => write((d) => void d.sittings.set(row.attemptId, mergeSitting(d.sittings.get(row.attemptId), row))),
    addStream: (row) =>
      write((d) => {
        if (d.streams.has(row.streamId)) throw new Error(`stream ${row.streamId} exists already`);
        d.streams.set(row.streamId, row);
      }),
    stream: (streamId) => read((d) => d.streams.get(streamId)),
    streamsOf: (attemptId) => read((d) => [...d.streams.values()].filter((row) => row.attemptId === attemptId)),
    undelivered: () => read((d) => [...d.streams.values()].filter((row) => !isStreamDelivered(row))),
    ops: (streamId, fromSeq, limit) => read((d) => (d.ops.get(streamId) ?? []).slice(fromSeq - 1, fromSeq - 1 + limit)),
    append: (op, prevHash, amend) => write((d) => append(d, op, prevHash, amend)),
    appendHandIn: (op, prevHash, heads, row, amend) => write((d) => append(d, op, prevHash, amend, { heads, row })),
    acknowledge: (streamId, head, serverEpoch) =>
      write((d) => {
        const stream = d.streams.get(streamId);
        if (!stream) return 'disagrees';
        const { outcome, row } = applyAcknowledgement(stream, head, d.ops.get(streamId)?.[head.seq - 1]?.hash, serverEpoch);
        d.streams.set(streamId, row);
        return outcome;
      }),
    forgetAcks: (serverEpoch) =>
      write((d) => {
        for (const [id, row] of d.streams) d.streams.set(id, removeOldAcks(row, serverEpoch));
        for (const [id, row] of d.sittings) d.sittings.set(id, reopenArchived(row, serverEpoch));
      }),
    quarantine: (streamId, ops, serverEpoch) => changeStream(streamId, (row) => recordQuarantine(row, ops, serverEpoch)),
    retire: (streamId) => changeStream(streamId, retireStream),
    noteNews: (attemptId, news, serverEpoch) =>
      write((d) => {
        const row = d.sittings.get(attemptId);
        if (row) d.sittings.set(attemptId, storeNews(row, news, serverEpoch));
      }),
    archive: (attemptId, nowMs) =>
      write((d) => {
        const row = d.sittings.get(attemptId);
        if (row) d.sittings.set(attemptId, { ...row, archivedMs: nowMs });
      }),
    clockCheckpoint: (attemptId) => read((d) => d.clocks.get(attemptId)),
    saveClockCheckpoint: (attemptId, checkpoint) => write((d) => void d.clocks.set(attemptId, checkpoint)),
  };
}

function append(
  d: MemoryDisk,
  op: OpRow,
  prevHash: string,
  amend?: 'amend',
  handIn?: { heads: readonly StreamHead[]; row: HandInRow },
): ClientAppendOutcome {
  const [stream, sitting] = [d.streams.get(op.streamId), d.sittings.get(op.attemptId)];
  if (!stream || !sitting) throw new Error(`no stream ${op.streamId} of attempt ${op.attemptId} on this device`);
  const outcome = decideAppend(sitting, stream, op, prevHash, amend);
  if (outcome !== 'committed') return outcome;
  const streams = [...d.streams.values()].filter((row) => row.attemptId === op.attemptId);
  if (handIn && !doHeadsAgree(streams, handIn.heads)) return 'moved';
  d.ops.set(op.streamId, [...(d.ops.get(op.streamId) ?? []), op]);
  d.streams.set(op.streamId, { ...stream, headSeq: op.seq, headHash: op.hash });
  d.sittings.set(op.attemptId, { ...sitting, lamport: op.lamport, handIn: handIn?.row ?? sitting.handIn });
  return 'committed';
}
