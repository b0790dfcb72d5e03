import { maxOpSeq, type Replica, type StreamHolding, type JournalReplica } from './replicas.ts';
import { createFaultReporter, type ReportFault } from '../faults.ts';
import { joinSittings, joinStreams, chooseLaterClock, cutAtFirstGap, type StreamWithOps } from './join-streams.ts';
import type { HandInRow, OpRow, SittingRow } from '../ports.ts';
import { isStreamDelivered } from './store-rules.ts';

/** Number of attempts for which each replica lacked rows. */
export interface RepairCounts {
  readonly trusted: number;
  readonly other: number;
}

/**
 * Repairs the two replicas (SY25): compares them and writes to each the rows it lacks. Where they disagree, `trusted` is right. An attempt that
 * either replica holds as delivered and archived needs no second replica and is skipped, unless both have it and one has more ops: a tab that woke up
 * late may have written after the hand-in. A sitting is written together with its streams, so that no hand-in lacks its op.
 */
export async function repairReplicas(trusted: Replica, other: Replica): Promise<RepairCounts> {
  // Read replica `other` first. If it does not exist, `trusted` is not read either.
  const otherHeads = await other.heads();
  const trustedHeads = await trusted.heads();
  const attempts = new Set([...trustedHeads.sittings, ...otherHeads.sittings].map((row) => row.attemptId));
  const repaired = { trusted: 0, other: 0 };
  for (const attemptId of attempts) {
    const pickAttempt = (rows: typeof trustedHeads) => ({
      sitting: rows.sittings.find((row) => row.attemptId === attemptId),
      streams: rows.streams.filter(({ row }) => row.attemptId === attemptId),
      clock: rows.clocks.find(([id]) => id === attemptId)?.[1],
    });
    await repairAttempt({ copy: trusted, ...pickAttempt(trustedHeads) }, { copy: other, ...pickAttempt(otherHeads) }, repaired);
  }
  return repaired;
}

/**
 * Replicas that hold everything after a repair. `full`: the disk takes no new data, so the database was only read and the journal is primary.
 * `database`: the browser deleted the journal, and it could not be written again.
 */
export type RepairedReplicas = 'both' | 'full' | 'database';

/** Repairs both replicas as `repairReplicas` does, but never writes the database while the disk is full, not even at a start. */
export async function repairWithFullDisk(
  trusted: 'database' | 'journal',
  database: Replica,
  journal: JournalReplica,
  onFault: ReportFault,
): Promise<RepairedReplicas> {
  const hasSpace = await journal.hasRoom();
  const isProven = await journal.prove().then(
    () => true,
    (fault) => createFaultReporter(onFault, 'storage')(fault) ?? false,
  );
  const databaseSide: Replica = hasSpace ? database : { ...database, restore: () => Promise.resolve() };
  await (trusted === 'database' ? repairReplicas(databaseSide, journal) : repairReplicas(journal, databaseSide));
  if (!hasSpace) return 'full';
  return isProven ? 'both' : 'database';
}

interface Side {
  readonly copy: Replica;
  readonly sitting: SittingRow | undefined;
  readonly streams: readonly StreamHolding[];
  readonly clock: Awaited<ReturnType<Replica['heads']>>['clocks'][number][1] | undefined;
}

async function repairAttempt(trusted: Side, other: Side, repaired: { trusted: number; other: number }): Promise<void> {
  const isSettled = ({ sitting, streams }: Side): boolean =>
    sitting !== undefined && sitting.archivedMs !== null && streams.every(({ row }) => isStreamDelivered(row));
  if (isSettled(trusted) && (other.sitting === undefined || (isSettled(other) && hasSameHoldings(trusted, other)))) return;
  const [toTrusted, toOther]: [StreamWithOps[], StreamWithOps[]] = [[], []];
  const opsByStream = new Map<string, readonly OpRow[]>();
  for (const streamId of new Set([...trusted.streams, ...other.streams].map(({ row }) => row.streamId))) {
    const [trustedHolding, otherHolding] = [trusted, other].map(({ streams }) => streams.find(({ row }) => row.streamId === streamId));
    if (trustedHolding && otherHolding && isSameHolding(trustedHolding, otherHolding)) continue;
    const [trustedStream, otherStream] = [await load(trusted.copy, trustedHolding), await load(other.copy, otherHolding)];
    const joinedStream =
      trustedStream && otherStream
        ? joinStreams(trustedStream, otherStream)
        : cutAtFirstGap((trustedStream ?? otherStream) as StreamWithOps);
    opsByStream.set(streamId, joinedStream.ops);
    if (!trustedHolding || isDifferent(trustedHolding, joinedStream)) toTrusted.push(joinedStream);
    if (!otherHolding || isDifferent(otherHolding, joinedStream)) toOther.push(joinedStream);
  }
  const lamports = await readHandInLamports([trusted, other], opsByStream);
  const getLamport = (h: HandInRow): number | undefined => lamports.get(`${h.streamId}:${h.seq}`);
  const [trustedSitting, otherSitting] = [trusted.sitting, other.sitting];
  const joinedSitting =
    trustedSitting && otherSitting ? joinSittings(trustedSitting, otherSitting, getLamport) : (trustedSitting ?? otherSitting);
  if (!joinedSitting) return;
  const repairedSitting = {
    ...joinedSitting,
    lamport: Math.max(joinedSitting.lamport, ...[...opsByStream.values()].flat().map((op) => op.lamport)),
  };
  const checkpoint = trusted.clock && other.clock ? chooseLaterClock(trusted.clock, other.clock) : (trusted.clock ?? other.clock);
  if (await restoreMissing(trusted, repairedSitting, toTrusted, checkpoint, 'trusted')) repaired.trusted += 1;
  if (await restoreMissing(other, repairedSitting, toOther, checkpoint, 'other')) repaired.other += 1;
}

const isSameHolding = (a: StreamHolding, b: StreamHolding): boolean =>
  a.row.headSeq === b.row.headSeq &&
  a.row.headHash === b.row.headHash &&
  a.row.condemned === b.row.condemned &&
  a.held === a.row.headSeq &&
  b.held === b.row.headSeq;

const hasSameHoldings = (trusted: Side, other: Side): boolean =>
  trusted.streams.length === other.streams.length &&
  trusted.streams.every((a) => other.streams.some((b) => a.row.streamId === b.row.streamId && isSameHolding(a, b)));

const isDifferent = (holding: StreamHolding, joined: StreamWithOps): boolean =>
  holding.row.headHash !== joined.row.headHash || holding.held !== joined.row.headSeq || holding.row.condemned !== joined.row.condemned;

const load = async (copy: Replica, holding: StreamHolding | undefined): Promise<StreamWithOps | undefined> =>
  holding && { row: holding.row, ops: await copy.ops(holding.row.streamId, 1, maxOpSeq) };

async function readHandInLamports(
  sides: readonly Side[],
  opsByStream: ReadonlyMap<string, readonly OpRow[]>,
): Promise<Map<string, number>> {
  const lamports = new Map<string, number>();
  for (const { copy, sitting } of sides) {
    const h = sitting?.handIn;
    if (!h) continue;
    const op = opsByStream.get(h.streamId)?.find((each) => each.seq === h.seq) ?? (await copy.ops(h.streamId, h.seq, 1))[0];
    if (op) lamports.set(`${h.streamId}:${h.seq}`, op.lamport);
  }
  return lamports;
}

async function restoreMissing(
  side: Side,
  sitting: SittingRow,
  streams: readonly StreamWithOps[],
  checkpoint: Side['clock'],
  role: 'trusted' | 'other',
): Promise<boolean> {
  const sittings = JSON.stringify(side.sitting) === JSON.stringify(sitting) ? [] : [sitting];
  const clocks = checkpoint && checkpoint.elapsedMs !== side.clock?.elapsedMs ? [[sitting.attemptId, checkpoint] as const] : [];
  if (sittings.length + streams.length + clocks.length === 0) return false;
  await side.copy.restore({ sittings, streams, clocks }, role);
  return true;
}
