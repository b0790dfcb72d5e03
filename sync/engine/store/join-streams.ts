import type { ClockCheckpoint, HandInRow, OpRow, SittingRow, StreamRow } from '../ports.ts';

/** A stream with its ops, as stored in one of the two replicas (database or journal). */
export interface StreamWithOps {
  readonly row: StreamRow;
  readonly ops: readonly OpRow[];
}

/**
 * Joins the two replicas of one stream (SY25, SY1). If the longer replica continues the shorter one, it is the result. If they contain different
 * ops, the trusted replica is, because no op after the point where they differ was saved in both.
 */
export function joinStreams(trusted: StreamWithOps, other: StreamWithOps): StreamWithOps {
  const trustedPart = cutAtFirstGap(trusted);
  const otherPart = cutAtFirstGap(other);
  const sharedOps = Math.min(trustedPart.ops.length, otherPart.ops.length);
  const agree = sharedOps === 0 || trustedPart.ops[sharedOps - 1]?.hash === otherPart.ops[sharedOps - 1]?.hash;
  const { ops } = agree && otherPart.ops.length > trustedPart.ops.length ? otherPart : trustedPart;
  return { row: setRowHead(joinAcks(trusted.row, other.row), ops), ops };
}

/** Cuts a stream at its first gap and corrects its head. */
export function cutAtFirstGap({ row, ops }: StreamWithOps): StreamWithOps {
  const gap = ops.findIndex((op, at) => op.seq !== at + 1);
  const gaplessOps = gap < 0 ? ops : ops.slice(0, gap);
  return { row: setRowHead(row, gaplessOps), ops: gaplessOps };
}

function setRowHead(row: StreamRow, ops: StreamWithOps['ops']): StreamRow {
  const last = ops.at(-1);
  const headSeq = last?.seq ?? 0;
  return { ...row, headSeq, headHash: last?.hash ?? row.genesis, ackedSeq: Math.min(row.ackedSeq, headSeq) };
}

/**
 * Joins the acknowledgements of two replicas. If they come from different servers, both are dropped, because the server repeats its
 * acknowledgements (SY8).
 */
function joinAcks(trusted: StreamRow, other: StreamRow): StreamRow {
  const condemned = trusted.condemned || other.condemned;
  const fork = trusted.condemned ? trusted.forkedAfter : other.forkedAfter;
  const row = { ...trusted, condemned, forkedAfter: condemned ? fork : 0 };
  if (other.ackedBy === trusted.ackedBy)
    return {
      ...row,
      ackedSeq: Math.max(trusted.ackedSeq, other.ackedSeq),
      asideThrough: Math.max(trusted.asideThrough, other.asideThrough),
    };
  if (other.ackedBy === '') return row;
  if (trusted.ackedBy === '') return { ...row, ackedSeq: other.ackedSeq, ackedBy: other.ackedBy, asideThrough: other.asideThrough };
  return { ...row, ackedSeq: 0, ackedBy: '', asideThrough: 0 };
}

/** Joins the two stored rows of one sitting. `getLamport` returns the lamport of a hand-in's op, or undefined if neither replica holds the op. */
export function joinSittings(first: SittingRow, second: SittingRow, getLamport: (handIn: HandInRow) => number | undefined): SittingRow {
  const lamport = Math.max(first.lamport, second.lamport);
  // If the rows have different epochs, keep the newer row and only the lamport of the older one, because a move starts a new sitting.
  if (first.epoch !== second.epoch) return { ...(first.epoch > second.epoch ? first : second), lamport };
  const news =
    first.news === null || (second.serverEpoch === first.serverEpoch && (second.news?.version ?? 0) > first.news.version) ? second : first;
  const handIn = findLatestHandIn([first, second], news, getLamport);
  const receipt = first.receipt ?? second.receipt;
  const answered = receipt !== null && handIn !== null && receipt.streamId === handIn.streamId && receipt.seq === handIn.seq;
  return {
    ...first,
    lamport,
    handIn,
    news: news.news,
    serverEpoch: news.serverEpoch,
    receipt: answered || handIn === null ? receipt : first.receipt,
    archivedMs: first.archivedMs,
  };
}

/** Finds the hand-in that was written last, leaving out those that the server's news list as reopened. */
function findLatestHandIn(
  rows: readonly SittingRow[],
  { news }: SittingRow,
  getLamport: (handIn: HandInRow) => number | undefined,
): HandInRow | null {
  const isLifted = (h: HandInRow): boolean => news?.reopened.some((each) => each.streamId === h.streamId && each.seq === h.seq) ?? false;
  let latest: HandInRow | null = null;
  let latestLamport = -1;
  for (const { handIn } of rows) {
    if (handIn === null || isLifted(handIn)) continue;
    const lamport = getLamport(handIn) ?? 0;
    if (lamport <= latestLamport) continue;
    latest = handIn;
    latestLamport = lamport;
  }
  return latest;
}

/** Returns the later checkpoint, because exam time never goes back (SY21). */
export const chooseLaterClock = (first: ClockCheckpoint, second: ClockCheckpoint): ClockCheckpoint =>
  second.elapsedMs > first.elapsedMs ? second : first;
