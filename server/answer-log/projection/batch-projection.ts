import { hash, sign } from 'node:crypto';
import type { HandInReceipt, WireOp } from '../../../sync/contract/exams/sync.ts';
import { formatManifestText } from '../../../sync/crypto/canonical.ts';
import { formatReceiptText } from '../../../sync/crypto/receipt.ts';
import type { StreamAuthor } from '../../../sync/engine/ops/attempt-state.ts';
import {
  countAnsweredQuestions,
  findCountedHandIn,
  type HandInView,
  hasIncompleteFiles,
  listMissingValues,
  listUnprovenHandIns,
} from '../../../sync/engine/ops/attempt-views.ts';
import { applyKnownOps, countUndeliveredOps } from '../../../sync/engine/ops/known-ops.ts';
import { applyOp, applyUnopened, storeWinnerValue, recordManifestProof } from '../../../sync/engine/ops/merge.ts';
import type { OpHeader } from '../../../sync/engine/ops/ops.ts';
import type { LogBatch, LogReader, StreamHeader } from '../log/log-port.ts';
import { computeChainHashAt, decryptSealed, formatOpHeader, type ServerStreamKeys } from '../log/op-crypto.ts';
import type { ServerKeys } from '../log/server-keys.ts';
import type { ProjectedAttempt } from './projected-attempt.ts';

/** Log and keys that the projection of a batch reads. `keysOf` returns undefined if the stream's secret is not decrypted yet, or cannot be. */
export interface ProjectionHost {
  readonly log: LogReader;
  readonly keys: Pick<ServerKeys, 'receiptPrivate'>;
  readonly keysOf: (header: StreamHeader) => ServerStreamKeys | undefined;
}

const plainTypes: ReadonlySet<string> = new Set(['answer.set@1', 'flag.set@1', 'attempt.enter@1']);

/**
 * Applies a batch to the attempt. Returns false if the batch cannot have changed the news, as nearly every batch of answers cannot. The caller can
 * then skip `finishBatch`.
 */
export function applyBatch(attempt: ProjectedAttempt, header: StreamHeader, batch: LogBatch, keys: ServerStreamKeys | undefined): boolean {
  const { state } = attempt;
  let plain = batch.fromSeq > 1 && header.author === 'examinee' && batch.earlyUntilMs === 0;
  let answered = false;
  const author: StreamAuthor = header.author === 'server' ? 'staff' : header.author;
  for (const [at, op] of batch.ops.entries()) {
    const opHeader = buildOpHeaderFromWire(header, batch.fromSeq + at, op);
    const payload = openOp(header, opHeader, op, keys);
    if (payload === unopenedPayload) applyUnopened(state, opHeader, author);
    else applyOp(state, { ...opHeader, payload }, author, batch);
    plain &&= payload !== unopenedPayload && plainTypes.has(op[1]);
    answered ||= op[1] === 'answer.set@1';
  }
  if (batch.known) applyKnownOps(state, batch.known);
  attempt.dirty = true;
  const part = state.streams.find((s) => s.id === header.streamId);
  const isSettled =
    state.handIns.length + state.grants.length + state.decisions.length + state.disclosures.length === 0 && state.marking === null;
  if (!plain || !isSettled || (part?.odd.length ?? 0) > 0) return true;
  if (answered) attempt.answersVersion = batch.pos;
  return false;
}

/** Checks for ops that the room command processor and the boards of invigilators must see although they change no news. */
export const hasRoomOps = ({ ops }: LogBatch): boolean =>
  ops.some(([, type]) => /^(room\.|time\.granted@|conduct\.seen@|identity\.)/.test(type));

/** Lists the streams whose keys `finishBatch` needs for this attempt. */
export function listStreamsToFinish(attempt: ProjectedAttempt): Set<string> {
  const streams = new Set(listMissingValues(attempt.state).map((ref) => ref.streamId));
  // `finishBatch` compares the digests of hand-ins, which can change which hand-in counts, and so which op wins. The new winner may be in any stream.
  if (listUnprovenHandIns(attempt.state).length > 0) for (const { id } of attempt.state.streams) streams.add(id);
  return streams;
}

/**
 * Finishes a batch after `applyBatch`: compares the digests of complete hand-ins, fills in the values of ops that now win, signs the receipt and
 * updates the versions.
 */
export function finishBatch(attempt: ProjectedAttempt, batch: LogBatch, host: ProjectionHost): { news: boolean; answers: boolean } {
  const { state } = attempt;
  for (const { part, digest, manifest } of listUnprovenHandIns(state)) {
    const agrees = compareDigest(digest, manifest, host);
    if (agrees !== undefined) recordManifestProof(state, part, { pos: batch.pos, agrees });
  }
  for (const { streamId, seq } of listMissingValues(state)) fillFrom(attempt, streamId, seq, host);
  const countedHandIn = findCountedHandIn(state);
  const receipt = attempt.receipts.find((r) => r.streamId === countedHandIn?.streamId && r.seq === countedHandIn.seq);
  // SY25: sign the receipt again when the number of missing ops changes. The new receipt keeps the time of delivery.
  const isStale = receipt && (receipt.missingOps ?? 0) !== countUndeliveredOps(state);
  // A hand-in with photos counts as delivered only once the photos have arrived.
  const isReceiptDue = countedHandIn && (receipt ? isStale : !hasIncompleteFiles(state));
  if (isReceiptDue) attempt.receipts = [createReceipt(attempt, countedHandIn, receipt?.receivedMs ?? batch.receivedMs, host)];
  else attempt.receipts = receipt ? [receipt] : [];
  return attempt.noteChanges(batch.pos);
}

/** Signs the receipt that the examinee keeps as proof of delivery (SY14). */
function signReceipt(keys: Pick<ServerKeys, 'receiptPrivate'>, fields: Omit<HandInReceipt, 'signature'>): HandInReceipt {
  const signature = sign('sha256', Buffer.from(formatReceiptText(fields)), { key: keys.receiptPrivate, dsaEncoding: 'ieee-p1363' });
  return { ...fields, signature: signature.toString('base64url') };
}

/** Computes the digest of a hand-in's manifest (its list of ops) from the stored hashes, as the device did for its hand-in (SY14). */
const computeManifestDigest = (entries: Parameters<typeof formatManifestText>[0]): string =>
  hash('sha256', formatManifestText(entries), 'base64url');

/**
 * Compares a hand-in's digest with the stored hashes. False means that the listed ops arrived but belong to another branch of a forked stream.
 * Undefined means that a stream's secret cannot be opened, so the digest is unknown.
 */
function compareDigest(digest: string, manifest: HandInView['manifest'], host: ProjectionHost): boolean | undefined {
  const entries = [];
  for (const ref of manifest) {
    const hash = hashOf(ref.streamId, ref.seq, host);
    if (hash === undefined) return undefined;
    entries.push({ ...ref, hash });
  }
  return computeManifestDigest(entries) === digest;
}

function createReceipt(attempt: ProjectedAttempt, handIn: HandInView, receivedMs: number, host: ProjectionHost): HandInReceipt {
  const { streamId, seq, digest, manifest } = handIn;
  const listed = new Map(manifest.map((ref) => [ref.streamId, ref.seq]));
  const quarantined = attempt.state.streams.flatMap(({ id, odd }) =>
    odd.flatMap(([seq, reason]) => (seq <= (listed.get(id) ?? 0) ? [{ streamId: id, seq, reason }] : [])),
  );
  const opCount = manifest.reduce((sum, ref) => sum + ref.seq, 0);
  const counts = { opCount, answeredCount: countAnsweredQuestions(attempt.state), quarantined };
  const undelivered = countUndeliveredOps(attempt.state);
  const fields = { attemptId: attempt.attemptId, streamId, seq, digest, ...counts, receivedMs, serverEpoch: host.log.serverEpoch };
  return signReceipt(host.keys, undelivered > 0 ? { ...fields, missingOps: undelivered } : fields);
}

function hashOf(streamId: string, seq: number, host: ProjectionHost): string | undefined {
  const header = host.log.stream(streamId);
  const keys = header && host.keysOf(header);
  return keys && computeChainHashAt(host.log, keys, header, seq);
}

function fillFrom(attempt: ProjectedAttempt, streamId: string, seq: number, host: ProjectionHost): void {
  const header = host.log.stream(streamId);
  const batch = host.log.batchWith(streamId, seq);
  const op = batch?.ops[seq - batch.fromSeq];
  if (!header || !op) return;
  const opHeader = buildOpHeaderFromWire(header, seq, op);
  const payload = openOp(header, opHeader, op, host.keysOf(header));
  if (payload !== unopenedPayload) storeWinnerValue(attempt.state, { ...opHeader, payload });
}

export const unopenedPayload = Symbol('unopened');

/** Decrypts the payload of an op. Returns `unopenedPayload` if the keys are missing or the seal cannot be opened. */
export function openOp(header: StreamHeader, opHeader: OpHeader, op: WireOp, keys: ServerStreamKeys | undefined): unknown {
  if (header.author === 'server') return JSON.parse(Buffer.from(op[5], 'base64url').toString('utf8')) as unknown;
  if (!keys) return unopenedPayload;
  try {
    return decryptSealed(keys.seal, formatOpHeader(header, opHeader.seq, op), op[5]);
  } catch {
    return unopenedPayload;
  }
}

/** Builds the header of an op from its stream and its position. */
export function buildOpHeaderFromWire(stream: StreamHeader, seq: number, [lamport, type, basisCursor, wallMs, monoMs]: WireOp): OpHeader {
  const { streamId, attemptId, epoch, actor, documentId } = stream;
  return { streamId, seq, lamport, type, attemptId, epoch, actor, basisCursor, wallMs, monoMs, documentId };
}
