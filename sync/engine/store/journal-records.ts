import { chooseLaterClock } from './join-streams.ts';
import type { DeviceRecord } from './device-records.ts';
import { createEmptyDisk, type MemoryDisk } from './memory-client-store.ts';
import type { ClockCheckpoint, HandInRow, OpRow, SittingRow, StreamRow } from '../ports.ts';
import { isEqualJson } from '../../domain/json.ts';

/** One record of the journal (SY25). All records in order rebuild the rows of this device. */
export type JournalRecord =
  /** `lifted`: a hand-in that no longer stands. A hand-in is removed only by a record that names it in this field. */
  | { readonly k: 'sitting'; readonly row: SittingRow; readonly lifted?: HandInRow }
  /** A stream without ops. If another tab has recorded the stream already, this record changes nothing. */
  | { readonly k: 'stream'; readonly row: StreamRow }
  | { readonly k: 'op'; readonly op: OpRow }
  /** Removes the ops after seq `through`, if the next op has this hash. The removed ops were never part of the stream. */
  | { readonly k: 'cut'; readonly streamId: string; readonly through: number; readonly hash: string }
  /** Acknowledgements by the server: the last seq in the chain, and the last seq in quarantine. */
  | { readonly k: 'acks'; readonly streamId: string; readonly acks: Acks }
  | { readonly k: 'clock'; readonly attemptId: string; readonly point: ClockCheckpoint }
  /** The attempt was archived long ago and its rows were deleted. */
  | { readonly k: 'gone'; readonly attemptId: string }
  /** A device record of another table, such as who may sign in here or the identity of this PC. Null means that the row was deleted. */
  | ({ readonly k: 'keep' } & DeviceRecord);

/**
 * A record with its order. Each tab writes its own file. `n` exceeds every number that the tab had seen in any file when it wrote. A reader that
 * sorts all files by `n` therefore reads no record before one it builds on.
 */
export interface NumberedRecord {
  readonly n: number;
  readonly r: JournalRecord;
}

type Acks = Pick<StreamRow, 'ackedSeq' | 'ackedBy' | 'forkedAfter' | 'asideThrough' | 'condemned'>;

/**
 * Checks whether a record must be on the disk before its change counts as durable. Acknowledgements may be written later, because the server
 * repeats them.
 */
export const isDurableRecord = (record: JournalRecord): boolean => record.k !== 'acks';

const pickAcks = ({ ackedSeq, ackedBy, forkedAfter, asideThrough, condemned }: StreamRow): Acks => ({
  ackedSeq,
  ackedBy,
  forkedAfter,
  asideThrough,
  condemned,
});

/**
 * Clears the fields of a sitting (the attempt's row on this device) that need no record: the server repeats the news, and each op raises the lamport.
 */
const clearUnrecordedFields = (row: SittingRow): SittingRow => ({ ...row, lamport: 0, news: null });

/** Lists the records that turn `before` into `after`. Rows are replaced, never changed in place, so a row has changed if it is another object. */
export function diffToRecords(before: MemoryDisk, after: MemoryDisk): JournalRecord[] {
  const records: JournalRecord[] = [];
  for (const [attemptId] of before.sittings) if (!after.sittings.has(attemptId)) records.push({ k: 'gone', attemptId });
  for (const [streamId, row] of after.streams) {
    const [was, ops] = [before.streams.get(streamId), after.ops.get(streamId) ?? []];
    const had = was && (before.ops.get(streamId) ?? []);
    if (row === was && ops === had) continue;
    const common = had ? countCommonOps(had, ops) : -1;
    if (common < 0) records.push({ k: 'stream', row: { ...row, headSeq: 0, headHash: row.genesis } });
    else if (had && common < had.length) records.push({ k: 'cut', streamId, through: common, hash: had[common]?.hash ?? '' });
    for (const op of ops.slice(Math.max(0, common))) records.push({ k: 'op', op });
    if (was && !isEqualJson(pickAcks(was), pickAcks(row))) records.push({ k: 'acks', streamId, acks: pickAcks(row) });
  }
  // Records of sittings (rows of attempts, with their hand-in) follow those of ops, so that a hand-in is never recorded before its op.
  for (const [attemptId, row] of after.sittings) {
    const was = before.sittings.get(attemptId);
    if (row === was || (was && isEqualJson(clearUnrecordedFields(was), clearUnrecordedFields(row)))) continue;
    const stood = was?.epoch === row.epoch ? was.handIn : null;
    // The hand-in was reopened or its op was removed. A hand-in that was only followed by a later one is not lifted.
    const isLifted = stood && (row.handIn === null || !after.ops.get(stood.streamId)?.[stood.seq - 1]);
    const lifted = isLifted ? { lifted: stood } : {};
    records.push({ k: 'sitting', row: { ...clearUnrecordedFields(row), lamport: row.lamport }, ...lifted });
  }
  for (const [attemptId, point] of after.clocks) if (before.clocks.get(attemptId) !== point) records.push({ k: 'clock', attemptId, point });
  return records;
}

/** Counts the ops at the beginning that both lists share. One equal hash suffices, because a hash covers all previous ops. */
function countCommonOps(a: readonly OpRow[], b: readonly OpRow[]): number {
  let length = Math.min(a.length, b.length);
  while (length > 0 && a[length - 1]?.hash !== b[length - 1]?.hash) length -= 1;
  return length;
}

const tellers: { readonly [K in JournalRecord['k']]: (disk: MemoryDisk, record: Extract<JournalRecord, { k: K }>) => void } = {
  sitting(disk, { row, lifted }) {
    const known = disk.sittings.get(row.attemptId);
    if (!known) return void disk.sittings.set(row.attemptId, row);
    if (row.epoch < known.epoch) return raiseLamport(disk, row.attemptId, row.lamport);
    const standingHandIn = row.epoch > known.epoch || isEqualJson(known.handIn, lifted) ? null : known.handIn;
    const { news, serverEpoch } = known;
    const lamport = Math.max(known.lamport, row.lamport);
    disk.sittings.set(row.attemptId, { ...row, lamport, news, serverEpoch, handIn: row.handIn ?? standingHandIn });
  },
  stream(disk, { row }) {
    if (disk.streams.has(row.streamId)) return;
    disk.streams.set(row.streamId, row);
    disk.ops.set(row.streamId, []);
  },
  op(disk, { op }) {
    const row = disk.streams.get(op.streamId);
    const ops = disk.ops.get(op.streamId) ?? [];
    if (!row || op.seq !== ops.length + 1) return;
    disk.ops.set(op.streamId, [...ops, op]);
    disk.streams.set(op.streamId, { ...row, headSeq: op.seq, headHash: op.hash });
    raiseLamport(disk, op.attemptId, op.lamport);
  },
  cut(disk, { streamId, through, hash }) {
    const row = disk.streams.get(streamId);
    const storedOps = disk.ops.get(streamId) ?? [];
    if (!row || storedOps[through]?.hash !== hash) return;
    const ops = storedOps.slice(0, through);
    disk.ops.set(streamId, ops);
    disk.streams.set(streamId, { ...row, headSeq: ops.length, headHash: ops.at(-1)?.hash ?? row.genesis });
  },
  acks(disk, { streamId, acks }) {
    const row = disk.streams.get(streamId);
    if (row) disk.streams.set(streamId, { ...row, ...acks });
  },
  clock(disk, { attemptId, point }) {
    const known = disk.clocks.get(attemptId);
    disk.clocks.set(attemptId, known ? chooseLaterClock(known, point) : point);
  },
  gone: (disk, { attemptId }) => removeAttemptRows(disk, attemptId),
  keep: () => undefined,
};

function raiseLamport(disk: MemoryDisk, attemptId: string, lamport: number): void {
  const sitting = disk.sittings.get(attemptId);
  if (sitting && sitting.lamport < lamport) disk.sittings.set(attemptId, { ...sitting, lamport });
}

/** Deletes all rows of an attempt. */
export function removeAttemptRows(disk: MemoryDisk, attemptId: string): void {
  for (const row of disk.streams.values()) {
    if (row.attemptId !== attemptId) continue;
    disk.streams.delete(row.streamId);
    disk.ops.delete(row.streamId);
  }
  disk.sittings.delete(attemptId);
  disk.clocks.delete(attemptId);
}

/** Applies one record to `disk`. */
export function applyRecord(disk: MemoryDisk, record: JournalRecord): void {
  (tellers[record.k] as (disk: MemoryDisk, record: JournalRecord) => void)(disk, record);
}

/** Builds the rows from all records in the order of their numbers. */
export function rebuildDisk(numbered: readonly NumberedRecord[]): MemoryDisk {
  const disk = createEmptyDisk();
  for (const { r } of numbered.toSorted((a, b) => a.n - b.n)) applyRecord(disk, r);
  for (const row of disk.sittings.values()) disk.sittings.set(row.attemptId, { ...row, handIn: findStandingHandIn(disk, row, numbered) });
  return disk;
}

/**
 * Finds the standing hand-in of an attempt. Tabs that did not know of each other may each have recorded a hand-in, and one may have lifted its own.
 * The newest hand-in that no record lifts stands.
 */
function findStandingHandIn(disk: MemoryDisk, { attemptId, epoch }: SittingRow, numbered: readonly NumberedRecord[]): HandInRow | null {
  const ownRecords = numbered.flatMap(({ r }) => (r.k === 'sitting' && r.row.attemptId === attemptId && r.row.epoch === epoch ? [r] : []));
  const lifted = ownRecords.flatMap((r) => (r.lifted ? [r.lifted] : []));
  const getLamport = ({ streamId, seq }: HandInRow): number => disk.ops.get(streamId)?.[seq - 1]?.lamport ?? 0;
  const standing = ownRecords.flatMap(({ row }) =>
    row.handIn && !lifted.some((each) => isEqualJson(each, row.handIn)) ? [row.handIn] : [],
  );
  return standing.toSorted((a, b) => getLamport(b) - getLamport(a))[0] ?? null;
}
