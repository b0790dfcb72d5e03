import type { AttemptNews, StreamHead } from '../../contract/exams/sync.ts';
import type { ClientAppendOutcome, OpRow, SittingRow, StreamRow } from '../ports.ts';

/**
 * Rules that every `ClientStore` applies inside its transactions, as pure functions of the rows. The stores (Dexie, memory) only read and write,
 * so they cannot disagree.
 */

/**
 * Decides whether an op may be appended (SY1, SY5). `closed` (the attempt is handed in) is checked before `moved` (the stream's head or the attempt's
 * lamport has changed since the op was built), because building the op again would not help.
 */
export function decideAppend(sitting: SittingRow, stream: StreamRow, op: OpRow, prevHash: string, amend?: 'amend'): ClientAppendOutcome {
  if (sitting.handIn && !amend) return 'closed';
  if (stream.condemned || stream.epoch !== sitting.epoch) return 'streamClosed';
  const follows = stream.headHash === prevHash && op.seq === stream.headSeq + 1;
  return follows && op.lamport > sitting.lamport ? 'committed' : 'moved';
}

/** Checks whether a hand-in's manifest lists exactly what this device holds of the attempt now (SY14). */
export function doHeadsAgree(streams: readonly StreamRow[], heads: readonly StreamHead[]): boolean {
  const headByStream = new Map(heads.filter((h) => h.seq > 0).map((h) => [h.streamId, h]));
  const filledStreams = streams.filter((s) => s.headSeq > 0);
  return (
    filledStreams.length === headByStream.size &&
    filledStreams.every((s) => {
      const head = headByStream.get(s.streamId);
      return head?.seq === s.headSeq && head.hash === s.headHash;
    })
  );
}

/** Checks whether the server holds all ops of the stream, in the chain or (the tail of a retired stream) in quarantine. */
export const isStreamDelivered = (stream: StreamRow): boolean => countHeldOps(stream) === stream.headSeq;

/** Counts the ops of the stream that the server is known to hold. */
export function countHeldOps(stream: StreamRow): number {
  if (!stream.condemned) return stream.ackedSeq;
  return Math.min(stream.ackedSeq, stream.forkedAfter) + Math.max(0, stream.asideThrough - stream.forkedAfter);
}

/** Returns the last seq that is or can become part of the chain: the head, or for a retired stream the server's head when it was retired. */
export const getChainEnd = (stream: StreamRow): number => (stream.condemned ? stream.forkedAfter : stream.headSeq);

/**
 * Builds the report that a poll for news carries to the server: how many ops this device has written on each stream that the server does not fully
 * hold (SY25). Returns undefined if the server holds all.
 */
export function buildWrittenClaims(rows: readonly StreamRow[]): Record<string, number> | undefined {
  const open = rows.filter((row) => getChainEnd(row) > row.ackedSeq);
  return open.length > 0 ? Object.fromEntries(open.map((row) => [row.streamId, getChainEnd(row)])) : undefined;
}

/** Retires a stream (SY7), so that no tab continues it. The fork begins where the server's acknowledgement ends, and that position never moves. */
export const retireStream = (stream: StreamRow): StreamRow =>
  stream.condemned ? stream : { ...stream, condemned: true, forkedAfter: stream.ackedSeq };

export type AcknowledgeOutcome = 'advanced' | 'same' | 'rewound' | 'disagrees';

/**
 * Applies the server's head of a stream (SY6, SY8). `ownHash`: this device's hash at that seq, or undefined if it has no such op. At seq 0 the
 * server has nothing, so there is nothing to compare.
 */
export function applyAcknowledgement(
  stream: StreamRow,
  head: { seq: number; hash: string },
  ownHash: string | undefined,
  serverEpoch: string,
): { outcome: AcknowledgeOutcome; row: StreamRow } {
  if (head.seq > 0 && ownHash !== head.hash) return { outcome: 'disagrees', row: stream };
  const row = { ...stream, ackedSeq: head.seq, ackedBy: serverEpoch };
  // The quarantined ops are known only for the earlier server. This server may never have received them.
  const updatedRow = stream.ackedBy === serverEpoch ? row : { ...row, asideThrough: 0 };
  if (head.seq === stream.ackedSeq) return { outcome: 'same', row: updatedRow };
  return { outcome: head.seq > stream.ackedSeq ? 'advanced' : 'rewound', row: updatedRow };
}

/** Drops acknowledgements of another server epoch, which prove nothing about the present server (SY8). */
export const removeOldAcks = (stream: StreamRow, serverEpoch: string): StreamRow =>
  stream.ackedBy === serverEpoch ? stream : { ...stream, ackedSeq: 0, ackedBy: serverEpoch, asideThrough: 0 };

/**
 * Records that the server quarantined ops of a retired stream's tail (SY7, SY8). No head reports quarantined ops, so only ops that continue
 * those known to be on this server count. The reply may come from another server than the row knows, because the pull loop or another tab has
 * met a restored one. If the restored server is first met in the middle of the tail, the whole tail is sent again.
 */
export function recordQuarantine(stream: StreamRow, ops: { fromSeq: number; toSeq: number }, serverEpoch: string): StreamRow {
  const row = removeOldAcks(stream, serverEpoch);
  const isOther = row !== stream && stream.ackedBy !== '';
  const follows = ops.fromSeq <= Math.max(row.forkedAfter, row.asideThrough) + 1;
  return isOther || !follows ? row : { ...row, asideThrough: Math.max(row.asideThrough, ops.toSeq) };
}

/**
 * Merges the row of a new sitting (the attempt's row on this device) into the known row. A row of an older epoch, or one that arrives late, undoes
 * nothing.
 */
export function mergeSitting(known: SittingRow | undefined, row: SittingRow): SittingRow {
  if (!known) return row;
  const newer = row.epoch >= known.epoch ? row : known;
  // A hand-in belongs to its epoch. An examinee who moves away and comes back starts a new sitting.
  const anew = row.epoch > known.epoch;
  return {
    ...newer,
    lamport: Math.max(known.lamport, row.lamport),
    handIn: anew ? row.handIn : (row.handIn ?? known.handIn),
    news: row.news ?? known.news,
    receipt: anew ? row.receipt : (row.receipt ?? known.receipt),
    archivedMs: anew ? row.archivedMs : (row.archivedMs ?? known.archivedMs),
    serverEpoch: row.news ? row.serverEpoch : known.serverEpoch,
  };
}

/**
 * Stores news (SY9), the complete state of the attempt as the server reports it, so only the newest matter. A restored server starts its version
 * numbers again. A hand-in that the news name as reopened is lifted on this device too, and its receipt is superseded (SY22).
 */
export function storeNews(sitting: SittingRow, news: AttemptNews, serverEpoch: string): SittingRow {
  const sameServer = sitting.serverEpoch === serverEpoch;
  if (sameServer && sitting.news && sitting.news.version >= news.version) return sitting;
  const { handIn } = sitting;
  const lifted = handIn !== null && news.reopened.some((h) => h.streamId === handIn.streamId && h.seq === handIn.seq);
  const updated = { ...sitting, news, serverEpoch, lamport: Math.max(sitting.lamport, news.lamport) };
  return lifted
    ? { ...updated, handIn: null, receipt: news.receipt, archivedMs: null }
    : { ...updated, receipt: news.receipt ?? (news.handedIn || !sameServer ? sitting.receipt : null) };
}

/** Reopens an archived attempt on a server change (SY8), because the new server may not hold it. */
export const reopenArchived = (sitting: SittingRow, serverEpoch: string): SittingRow =>
  sitting.serverEpoch === serverEpoch || sitting.archivedMs === null ? sitting : { ...sitting, archivedMs: null };
