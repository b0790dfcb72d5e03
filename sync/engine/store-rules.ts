import type { News, StreamHead } from '../contract/sync.ts';
import type { AppendOutcome, OpRow, SittingRow, StreamRow } from './ports.ts';

/**
 * What every `ClientStore` decides inside its transactions, as pure functions of the rows: the stores (Dexie, memory) only
 * read and write. So two stores can't disagree.
 */

/** SY1, SY5: may this op follow? Closed goes before moved: there is no use in building it again. */
export function appendOutcome(sitting: SittingRow, stream: StreamRow, op: OpRow, prevHash: string, amend?: 'amend'): AppendOutcome {
  if (sitting.handIn && !amend) return 'closed';
  if (stream.condemned || stream.epoch !== sitting.epoch) return 'streamClosed';
  const follows = stream.headHash === prevHash && op.seq === stream.headSeq + 1;
  return follows && op.lamport > sitting.lamport ? 'committed' : 'moved';
}

/** SY14: does the hand-in's manifest list exactly what this device holds for the attempt now? */
export function headsAgree(streams: readonly StreamRow[], heads: readonly StreamHead[]): boolean {
  const listed = new Map(heads.filter((h) => h.seq > 0).map((h) => [h.streamId, h]));
  const held = streams.filter((s) => s.headSeq > 0);
  return (
    held.length === listed.size &&
    held.every((s) => {
      const head = listed.get(s.streamId);
      return head?.seq === s.headSeq && head.hash === s.headHash;
    })
  );
}

/** Everything this device has of the stream lies on the server, in the chain or (the tail of a condemned one) aside. */
export const isDelivered = (stream: StreamRow): boolean => heldOps(stream) === stream.headSeq;

/** How many of the stream's ops the server is known to hold. */
export function heldOps(stream: StreamRow): number {
  if (!stream.condemned) return stream.ackedSeq;
  return Math.min(stream.ackedSeq, stream.forkedAfter) + Math.max(0, stream.asideThrough - stream.forkedAfter);
}

/** What of the stream can still become part of the chain: all of it, or what the server held when it was condemned. */
export const chainEnd = (stream: StreamRow): number => (stream.condemned ? stream.forkedAfter : stream.headSeq);

/** SY7: the fork stands where the server's acknowledgement ends; once said, it doesn't move. */
export const condemned = (stream: StreamRow): StreamRow =>
  stream.condemned ? stream : { ...stream, condemned: true, forkedAfter: stream.ackedSeq };

export type AckOutcome = 'advanced' | 'same' | 'rewound' | 'disagrees';

/**
 * SY6, SY8: the server says its head of this stream is `head`. `ownHash`: this device's own hash at that seq; undefined where
 * it has no such op. At seq 0 there is nothing to compare: the server has nothing.
 */
export function acknowledged(
  stream: StreamRow,
  head: { seq: number; hash: string },
  ownHash: string | undefined,
  serverEpoch: string,
): { outcome: AckOutcome; row: StreamRow } {
  if (head.seq > 0 && ownHash !== head.hash) return { outcome: 'disagrees', row: stream };
  const row = { ...stream, ackedSeq: head.seq, ackedBy: serverEpoch };
  // What another server kept aside, this one may never have seen.
  const held = stream.ackedBy === serverEpoch ? row : { ...row, asideThrough: 0 };
  if (head.seq === stream.ackedSeq) return { outcome: 'same', row: held };
  return { outcome: head.seq > stream.ackedSeq ? 'advanced' : 'rewound', row: held };
}

/** SY8: what an older server epoch acknowledged proves nothing about this one. */
export const withoutAcks = (stream: StreamRow, serverEpoch: string): StreamRow =>
  stream.ackedBy === serverEpoch ? stream : { ...stream, ackedSeq: 0, ackedBy: serverEpoch, asideThrough: 0 };

/**
 * SY7, SY8: the server keeps these ops of the condemned tail aside. No head ever tells what is aside, so only what follows on what this very
 * server is known to keep counts. A reply may be of another server than the row knows (the other loop or another tab has heard a
 * restored one meanwhile), and the restored one may be heard for the first time in mid-tail: then the tail is sent anew.
 */
export function keptAside(stream: StreamRow, ops: { fromSeq: number; toSeq: number }, serverEpoch: string): StreamRow {
  const row = withoutAcks(stream, serverEpoch);
  const isOther = row !== stream && stream.ackedBy !== '';
  const follows = ops.fromSeq <= Math.max(row.forkedAfter, row.asideThrough) + 1;
  return isOther || !follows ? row : { ...row, asideThrough: Math.max(row.asideThrough, ops.toSeq) };
}

/** A grant over what is known: a late or stale one takes nothing back. */
export function mergeSitting(known: SittingRow | undefined, row: SittingRow): SittingRow {
  if (!known) return row;
  const newer = row.epoch >= known.epoch ? row : known;
  // A hand-in is of its epoch: whoever was moved away and comes back sits anew.
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
 * SY9: news are a state, so the newest is enough. A restored server counts its versions anew. A hand-in they name as reopened
 * no longer stands here either, and its receipt is superseded (SY22).
 */
export function withNews(sitting: SittingRow, news: News, serverEpoch: string): SittingRow {
  const sameServer = sitting.serverEpoch === serverEpoch;
  if (sameServer && sitting.news && sitting.news.version >= news.version) return sitting;
  const { handIn } = sitting;
  const lifted = handIn !== null && news.reopened.some((h) => h.streamId === handIn.streamId && h.seq === handIn.seq);
  const told = { ...sitting, news, serverEpoch, lamport: Math.max(sitting.lamport, news.lamport) };
  return lifted
    ? { ...told, handIn: null, receipt: news.receipt, archivedMs: null }
    : { ...told, receipt: news.receipt ?? (news.handedIn || !sameServer ? sitting.receipt : null) };
}

/** SY8: another server may not hold what was archived against the older one: it is looked after again. */
export const withoutArchive = (sitting: SittingRow, serverEpoch: string): SittingRow =>
  sitting.serverEpoch === serverEpoch || sitting.archivedMs === null ? sitting : { ...sitting, archivedMs: null };
