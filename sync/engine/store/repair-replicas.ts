import { maxOpSeq, type Replica, type StreamHolding, type JournalReplica } from './replicas.ts';
import { createFaultReporter, type ReportFault } from '../faults.ts';
import { joinSittings, joinStreams, chooseLaterClock, cutAtFirstGap, type StreamWithOps } from '../client/join-streams.ts';
import type { HandInRow, OpRow, SittingRow } from '../client/ports.ts';
import { isStreamDelivered } from './store-rules.ts';

/** Number of attempts in which each replica lacked something. */
export interface RepairCounts {
  readonly trusted: number;
  readonly other: number;
}

/**
 * Repairs the two replicas (SY25): compares them and writes to each the rows it lacks. Where they disagree, `trusted` is right. An attempt that
 * either side holds as delivered and archived needs no second replica and is skipped. The exception: both have it and one has more, because a
 * tab that woke up late wrote after the hand-in. A sitting is written together with its streams, so that no hand-in lacks its op.
 */
export async function repairReplicas(trusted: Replica, other: Replica): Promise<RepairCounts> {
  // Read the other replica first. If it does not exist, nothing else is read.
  const theirs = await other.heads();
  const mine = await trusted.heads();
  const attempts = new Set([...mine.sittings, ...theirs.sittings].map((row) => row.attemptId));
  const repaired = { trusted: 0, other: 0 };
  for (const attemptId of attempts) {
    const of = (rows: typeof mine) => ({
      sitting: rows.sittings.find((row) => row.attemptId === attemptId),
      streams: rows.streams.filter(({ row }) => row.attemptId === attemptId),
      clock: rows.clocks.find(([id]) => id === attemptId)?.[1],
    });
    await repairAttempt({ copy: trusted, ...of(mine) }, { copy: other, ...of(theirs) }, repaired);
  }
  return repaired;
}

/**
 * Replicas that hold everything after a repair. `full`: the disk takes nothing new, so the database was only read and the journal has to
 * decide. `database`: the browser deleted the journal, and it could not be written again.
 */
export type RepairedReplicas = 'both' | 'full' | 'database';

/** Repairs both replicas as `repairReplicas` does, but never writes the database while the disk is full, not even at a start. */
export async function repairWithFullDisk(
  trusted: 'database' | 'second',
  database: Replica,
  second: JournalReplica,
  onFault: ReportFault,
): Promise<RepairedReplicas> {
  const room = await second.hasRoom();
  const proven = await second.prove().then(
    () => true,
    (fault) => createFaultReporter(onFault, 'storage')(fault) ?? false,
  );
  const written: Replica = room ? database : { ...database, restore: () => Promise.resolve() };
  await (trusted === 'database' ? repairReplicas(written, second) : repairReplicas(second, written));
  if (!room) return 'full';
  return proven ? 'both' : 'database';
}

interface Side {
  readonly copy: Replica;
  readonly sitting: SittingRow | undefined;
  readonly streams: readonly StreamHolding[];
  readonly clock: Awaited<ReturnType<Replica['heads']>>['clocks'][number][1] | undefined;
}

async function repairAttempt(mine: Side, theirs: Side, repaired: { trusted: number; other: number }): Promise<void> {
  const settled = ({ sitting, streams }: Side): boolean =>
    sitting !== undefined && sitting.archivedMs !== null && streams.every(({ row }) => isStreamDelivered(row));
  if (settled(mine) && (theirs.sitting === undefined || (settled(theirs) && sameHeads(mine, theirs)))) return;
  const [toMine, toTheirs]: [StreamWithOps[], StreamWithOps[]] = [[], []];
  const read = new Map<string, readonly OpRow[]>();
  for (const streamId of new Set([...mine.streams, ...theirs.streams].map(({ row }) => row.streamId))) {
    const [a, b] = [mine, theirs].map(({ streams }) => streams.find(({ row }) => row.streamId === streamId));
    if (a && b && agree(a, b)) continue;
    const [here, there] = [await load(mine.copy, a), await load(theirs.copy, b)];
    const joined = here && there ? joinStreams(here, there) : cutAtFirstGap((here ?? there) as StreamWithOps);
    read.set(streamId, joined.ops);
    if (!a || differs(a, joined)) toMine.push(joined);
    if (!b || differs(b, joined)) toTheirs.push(joined);
  }
  const lamports = await handInLamports([mine, theirs], read);
  const lamportOf = (h: HandInRow): number | undefined => lamports.get(`${h.streamId}:${h.seq}`);
  const [x, y] = [mine.sitting, theirs.sitting];
  const joined = x && y ? joinSittings(x, y, lamportOf) : (x ?? y);
  if (!joined) return;
  const topped = { ...joined, lamport: Math.max(joined.lamport, ...[...read.values()].flat().map((op) => op.lamport)) };
  const point = mine.clock && theirs.clock ? chooseLaterClock(mine.clock, theirs.clock) : (mine.clock ?? theirs.clock);
  if (await bring(mine, topped, toMine, point, 'trusted')) repaired.trusted += 1;
  if (await bring(theirs, topped, toTheirs, point, 'other')) repaired.other += 1;
}

const agree = (a: StreamHolding, b: StreamHolding): boolean =>
  a.row.headSeq === b.row.headSeq &&
  a.row.headHash === b.row.headHash &&
  a.row.condemned === b.row.condemned &&
  a.held === a.row.headSeq &&
  b.held === b.row.headSeq;

const sameHeads = (mine: Side, theirs: Side): boolean =>
  mine.streams.length === theirs.streams.length &&
  mine.streams.every((a) => theirs.streams.some((b) => a.row.streamId === b.row.streamId && agree(a, b)));

const differs = (held: StreamHolding, joined: StreamWithOps): boolean =>
  held.row.headHash !== joined.row.headHash || held.held !== joined.row.headSeq || held.row.condemned !== joined.row.condemned;

const load = async (copy: Replica, held: StreamHolding | undefined): Promise<StreamWithOps | undefined> =>
  held && { row: held.row, ops: await copy.ops(held.row.streamId, 1, maxOpSeq) };

async function handInLamports(sides: readonly Side[], read: ReadonlyMap<string, readonly OpRow[]>): Promise<Map<string, number>> {
  const lamports = new Map<string, number>();
  for (const { copy, sitting } of sides) {
    const h = sitting?.handIn;
    if (!h) continue;
    const op = read.get(h.streamId)?.find((each) => each.seq === h.seq) ?? (await copy.ops(h.streamId, h.seq, 1))[0];
    if (op) lamports.set(`${h.streamId}:${h.seq}`, op.lamport);
  }
  return lamports;
}

async function bring(
  side: Side,
  sitting: SittingRow,
  streams: readonly StreamWithOps[],
  point: Side['clock'],
  is: 'trusted' | 'other',
): Promise<boolean> {
  const sittings = JSON.stringify(side.sitting) === JSON.stringify(sitting) ? [] : [sitting];
  const clocks = point && point.elapsedMs !== side.clock?.elapsedMs ? [[sitting.attemptId, point] as const] : [];
  if (sittings.length + streams.length + clocks.length === 0) return false;
  await side.copy.restore({ sittings, streams, clocks }, is);
  return true;
}
