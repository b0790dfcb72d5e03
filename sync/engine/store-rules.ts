import type { News, StreamHead } from '../contract/sync.ts';
import type { OpRow, SittingRow, StreamRow } from './ports.ts';

/**
 * What every `ClientStore` decides inside its transactions, as pure functions of the rows: the stores (Dexie, memory) only
 * read and write. So two stores can't disagree.
 */

export type AppendOutcome = 'committed' | 'moved' | 'closed';

/** SY1, SY5: may this op follow? Closed goes before moved: there is no use in building it again. */
export function appendOutcome(sitting: SittingRow, stream: StreamRow, op: OpRow, prevHash: string): AppendOutcome {
  if (sitting.handIn || stream.condemned) return 'closed';
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

/** Everything this device has of the stream lies on the server, in the chain or (a fork) aside. */
export const isDelivered = (stream: StreamRow): boolean => stream.headSeq <= Math.max(stream.ackedSeq, stream.asideThrough);

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

/** A grant over what is known: a late or stale one takes nothing back. */
export function mergeSitting(known: SittingRow | undefined, row: SittingRow): SittingRow {
  if (!known) return row;
  const newer = row.epoch >= known.epoch ? row : known;
  return {
    ...newer,
    lamport: Math.max(known.lamport, row.lamport),
    handIn: row.handIn ?? known.handIn,
    news: row.news ?? known.news,
    receipt: row.receipt ?? known.receipt,
    archivedMs: row.archivedMs ?? known.archivedMs,
    serverEpoch: row.news ? row.serverEpoch : known.serverEpoch,
  };
}

/** SY9: news are a state, so the newest is enough. A restored server counts its versions anew. */
export function withNews(sitting: SittingRow, news: News, serverEpoch: string): SittingRow {
  const sameServer = sitting.serverEpoch === serverEpoch;
  if (sameServer && sitting.news && sitting.news.version >= news.version) return sitting;
  return { ...sitting, news, serverEpoch, receipt: news.receipt ?? sitting.receipt };
}

/** The hand-in no longer stands: answers are taken again, and a receipt of it is superseded. */
export const reopened = (sitting: SittingRow): SittingRow => ({ ...sitting, handIn: null, receipt: null, archivedMs: null });
