import { laterClock } from './join-copies.ts';
import type { Keepsake } from './keepsakes.ts';
import { emptyDisk, type MemoryDisk } from './memory-client-store.ts';
import type { ClockCheckpoint, HandInRow, OpRow, SittingRow, StreamRow } from './ports.ts';

/** One entry of the journal (SY25). Together, in their order, they make the rows of this device again. */
export type JournalRecord =
  /** `lifted`: the hand-in that no longer stands; none goes by itself. */
  | { readonly k: 'sitting'; readonly row: SittingRow; readonly lifted?: HandInRow }
  /** The stream as it is without ops; told by another tab already, it stays as it is there. */
  | { readonly k: 'stream'; readonly row: StreamRow }
  | { readonly k: 'op'; readonly op: OpRow }
  /** The op behind this one, where it is the one with this hash, was never part of the stream. */
  | { readonly k: 'cut'; readonly streamId: string; readonly through: number; readonly hash: string }
  /** What the server holds, and what became of the stream there. */
  | { readonly k: 'acks'; readonly streamId: string; readonly acks: Acks }
  | { readonly k: 'clock'; readonly attemptId: string; readonly point: ClockCheckpoint }
  /** Archived long ago and forgotten. */
  | { readonly k: 'gone'; readonly attemptId: string }
  /** A row of another table (who may sign in here, what names this PC); null: there is none. */
  | ({ readonly k: 'keep' } & Keepsake);

/**
 * A tab writes a file of its own; `n` is above every number this tab had seen anywhere when it wrote, so that whoever reads all files in
 * the order of `n` reads nothing before what it was built on.
 */
export interface Numbered {
  readonly n: number;
  readonly r: JournalRecord;
}

type Acks = Pick<StreamRow, 'ackedSeq' | 'ackedBy' | 'forkedAfter' | 'asideThrough' | 'condemned'>;

/** Must it be on the disk before its change is called durable? What the server says again may come a little later. */
export const mustBeDurable = (record: JournalRecord): boolean => record.k !== 'acks';

const acksOf = ({ ackedSeq, ackedBy, forkedAfter, asideThrough, condemned }: StreamRow): Acks => ({
  ackedSeq,
  ackedBy,
  forkedAfter,
  asideThrough,
  condemned,
});

/** What of a sitting is worth a record of its own. News the server gives again, and each op raises the lamport by itself. */
const keptSitting = (row: SittingRow): SittingRow => ({ ...row, lamport: 0, news: null });

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What has to be told so that who knows `before` knows `after`. Rows are replaced, never changed in place. */
export function recordsBetween(before: MemoryDisk, after: MemoryDisk): JournalRecord[] {
  const records: JournalRecord[] = [];
  for (const [attemptId] of before.sittings) if (!after.sittings.has(attemptId)) records.push({ k: 'gone', attemptId });
  for (const [streamId, row] of after.streams) {
    const [was, ops] = [before.streams.get(streamId), after.ops.get(streamId) ?? []];
    const had = was && (before.ops.get(streamId) ?? []);
    if (row === was && ops === had) continue;
    const common = had ? commonLength(had, ops) : -1;
    if (common < 0) records.push({ k: 'stream', row: { ...row, headSeq: 0, headHash: row.genesis } });
    else if (had && common < had.length) records.push({ k: 'cut', streamId, through: common, hash: had[common]?.hash ?? '' });
    for (const op of ops.slice(Math.max(0, common))) records.push({ k: 'op', op });
    if (was && !same(acksOf(was), acksOf(row))) records.push({ k: 'acks', streamId, acks: acksOf(row) });
  }
  // Behind the ops: a hand-in is told with the op it stands in, never before.
  for (const [attemptId, row] of after.sittings) {
    const was = before.sittings.get(attemptId);
    if (row === was || (was && same(keptSitting(was), keptSitting(row)))) continue;
    const stood = was?.epoch === row.epoch ? was.handIn : null;
    // Reopened, or its op was taken back; one that another follows only is still told.
    const isLifted = stood && (row.handIn === null || !after.ops.get(stood.streamId)?.[stood.seq - 1]);
    const lifted = isLifted ? { lifted: stood } : {};
    records.push({ k: 'sitting', row: { ...keptSitting(row), lamport: row.lamport }, ...lifted });
  }
  for (const [attemptId, point] of after.clocks) if (before.clocks.get(attemptId) !== point) records.push({ k: 'clock', attemptId, point });
  return records;
}

/** How many ops both begin with. A chain's hash covers all that went before. */
function commonLength(a: readonly OpRow[], b: readonly OpRow[]): number {
  let length = Math.min(a.length, b.length);
  while (length > 0 && a[length - 1]?.hash !== b[length - 1]?.hash) length -= 1;
  return length;
}

const tellers: { readonly [K in JournalRecord['k']]: (disk: MemoryDisk, record: Extract<JournalRecord, { k: K }>) => void } = {
  sitting(disk, { row, lifted }) {
    const known = disk.sittings.get(row.attemptId);
    if (!known) return void disk.sittings.set(row.attemptId, row);
    if (row.epoch < known.epoch) return raise(disk, row.attemptId, row.lamport);
    const stands = row.epoch > known.epoch || same(known.handIn, lifted) ? null : known.handIn;
    const { news, serverEpoch } = known;
    const lamport = Math.max(known.lamport, row.lamport);
    disk.sittings.set(row.attemptId, { ...row, lamport, news, serverEpoch, handIn: row.handIn ?? stands });
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
    raise(disk, op.attemptId, op.lamport);
  },
  cut(disk, { streamId, through, hash }) {
    const row = disk.streams.get(streamId);
    const held = disk.ops.get(streamId) ?? [];
    if (!row || held[through]?.hash !== hash) return;
    const ops = held.slice(0, through);
    disk.ops.set(streamId, ops);
    disk.streams.set(streamId, { ...row, headSeq: ops.length, headHash: ops.at(-1)?.hash ?? row.genesis });
  },
  acks(disk, { streamId, acks }) {
    const row = disk.streams.get(streamId);
    if (row) disk.streams.set(streamId, { ...row, ...acks });
  },
  clock(disk, { attemptId, point }) {
    const known = disk.clocks.get(attemptId);
    disk.clocks.set(attemptId, known ? laterClock(known, point) : point);
  },
  gone: (disk, { attemptId }) => forget(disk, attemptId),
  keep: () => undefined,
};

function raise(disk: MemoryDisk, attemptId: string, lamport: number): void {
  const sitting = disk.sittings.get(attemptId);
  if (sitting && sitting.lamport < lamport) disk.sittings.set(attemptId, { ...sitting, lamport });
}

export function forget(disk: MemoryDisk, attemptId: string): void {
  for (const row of disk.streams.values()) {
    if (row.attemptId !== attemptId) continue;
    disk.streams.delete(row.streamId);
    disk.ops.delete(row.streamId);
  }
  disk.sittings.delete(attemptId);
  disk.clocks.delete(attemptId);
}

/** The record is told to `disk`. */
export function take(disk: MemoryDisk, record: JournalRecord): void {
  (tellers[record.k] as (disk: MemoryDisk, record: JournalRecord) => void)(disk, record);
}

/** Rows of everything that was told, in the order of its numbers. */
export function fold(numbered: readonly Numbered[]): MemoryDisk {
  const disk = emptyDisk();
  for (const { r } of numbered.toSorted((a, b) => a.n - b.n)) take(disk, r);
  for (const row of disk.sittings.values()) disk.sittings.set(row.attemptId, { ...row, handIn: standing(disk, row, numbered) });
  return disk;
}

/** Tabs that did not know of each other may each have told of a hand-in, and taken theirs back: what stands is the last that nobody did. */
function standing(disk: MemoryDisk, { attemptId, epoch }: SittingRow, numbered: readonly Numbered[]): HandInRow | null {
  const told = numbered.flatMap(({ r }) => (r.k === 'sitting' && r.row.attemptId === attemptId && r.row.epoch === epoch ? [r] : []));
  const lifted = told.flatMap((r) => (r.lifted ? [r.lifted] : []));
  const lamportOf = ({ streamId, seq }: HandInRow): number => disk.ops.get(streamId)?.[seq - 1]?.lamport ?? 0;
  const standing = told.flatMap(({ row }) => (row.handIn && !lifted.some((each) => same(each, row.handIn)) ? [row.handIn] : []));
  return standing.toSorted((a, b) => lamportOf(b) - lamportOf(a))[0] ?? null;
}
