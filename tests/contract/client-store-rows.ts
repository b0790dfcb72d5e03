import type { News } from '../../sync/contract/sync.ts';
import type { HandInRow, OpRow, SittingRow, StreamRow } from '../../sync/engine/ports.ts';

/** Rows as a device would write them, for the suites of its stores. */

export const attemptId = '6a1c43a5-9e0f-4d3f-b0a4-0e6d8f0e6f11';
export const other = '7b2d54b6-af10-4e40-81b5-1f7e9010f722';
export const streamId = '0b9d7c52-93a4-4f6a-8a54-2f1f3e3d7a10';
export const second = '1c0e8d63-a4b5-4071-9b65-302040e8b211';
export const documentId = 'f3b8a1de-5c77-4a06-9d0e-1a2b3c4d5e6f';

export const sittingRow = (change: Partial<SittingRow> = {}): SittingRow => ({
  attemptId,
  planId: 3,
  epoch: 1,
  actor: 42,
  schoolId: 1,
  ticket: 't',
  serverKeys: { keyId: 'k', hpkePublic: '', receiptPublic: '' },
  wrappedSittingKey: 'w',
  lamport: 0,
  handIn: null,
  news: null,
  receipt: null,
  serverEpoch: '',
  archivedMs: null,
  ...change,
});
export const streamRow = (change: Partial<StreamRow> = {}): StreamRow => ({
  streamId,
  attemptId,
  epoch: 1,
  actor: 42,
  documentId,
  keyId: 'k',
  wrappedForServer: 'ws',
  wrappedForSelf: 'wo',
  ticket: 't',
  genesis: 'h0',
  headSeq: 0,
  headHash: 'h0',
  ackedSeq: 0,
  ackedBy: '',
  forkedAfter: 0,
  asideThrough: 0,
  condemned: false,
  ...change,
});
export const opRow = (seq: number, change: Partial<OpRow> = {}): OpRow => ({
  streamId,
  seq,
  lamport: seq,
  type: 'answer.set@1',
  attemptId,
  basisCursor: 0,
  wallMs: 1_790_000_000_000 + seq,
  monoMs: seq,
  sealed: `s${seq}`,
  hash: `h${seq}`,
  ...change,
});
export const handIn: HandInRow = { streamId, seq: 3, by: 'examinee', digest: 'd', wallMs: 9 };
export const newsOf = (version: number, change: Partial<News> = {}): News => ({
  version,
  status: 0,
  extensionMs: 0,
  paused: false,
  epoch: 1,
  handedIn: false,
  cheatingReason: '',
  lamport: 0,
  reopened: [],
  verdicts: [],
  receipt: null,
  verdictsLeftOut: 0,
  earlyUntilMs: 0,
  ...change,
});
