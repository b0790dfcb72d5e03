import type { Receipt, WireOp } from '../../sync/contract/sync.ts';
import type { Author } from '../../sync/engine/attempt-state.ts';
import {
  answeredCount,
  fixedHandIn,
  type HandInView,
  lacksFiles,
  missingValues,
  unprovenHandIns,
} from '../../sync/engine/attempt-views.ts';
import { noteKnownOps, undeliveredOps } from '../../sync/engine/known-ops.ts';
import { applyOp, applyUnopened, fillValue, noteProof } from '../../sync/engine/merge.ts';
import type { OpHeader } from '../../sync/engine/ops.ts';
import type { LogBatch, LogReader, StreamHeader } from './log-port.ts';
import { openSealed, opHeaderText, type StreamKeys } from './op-crypto.ts';
import type { ProjectedAttempt } from './projected-attempt.ts';
import { digestOf, signReceipt } from './receipt-sign.ts';
import type { ServerKeys } from './server-keys.ts';
import { hashAt } from './stored-hash.ts';

/** Data that projection reads. `keysOf` returns undefined if the stream's secret is not open, or cannot be opened. */
export interface ProjectionHost {
  readonly log: LogReader;
  readonly keys: Pick<ServerKeys, 'receiptPrivate'>;
  readonly keysOf: (header: StreamHeader) => StreamKeys | undefined;
}

const plainTypes: ReadonlySet<string> = new Set(['answer.set@1', 'flag.set@1', 'attempt.enter@1']);

/**
 * Applies a batch to the attempt. Returns false if it cannot have changed the news, which holds for nearly every batch of answers. The caller
 * can then skip `finishBatch`.
 */
export function takeBatch(attempt: ProjectedAttempt, header: StreamHeader, batch: LogBatch, keys: StreamKeys | undefined): boolean {
  const { state } = attempt;
  let plain = batch.fromSeq > 1 && header.author === 'examinee' && batch.earlyUntilMs === 0;
  let answered = false;
  const author: Author = header.author === 'server' ? 'staff' : header.author;
  for (const [at, op] of batch.ops.entries()) {
    const opHeader = headerOf(header, batch.fromSeq + at, op);
    const payload = openOp(header, opHeader, op, keys);
    if (payload === unopened) applyUnopened(state, opHeader, author);
    else applyOp(state, { ...opHeader, payload }, author, batch);
    plain &&= payload !== unopened && plainTypes.has(op[1]);
    answered ||= op[1] === 'answer.set@1';
  }
  if (batch.known) noteKnownOps(state, batch.known);
  attempt.dirty = true;
  const part = state.streams.find((s) => s.id === header.streamId);
  const settled =
    state.handIns.length + state.grants.length + state.decisions.length + state.disclosures.length === 0 && state.marking === null;
  if (!plain || !settled || (part?.odd.length ?? 0) > 0) return true;
  if (answered) attempt.answersVersion = batch.pos;
  return false;
}

/** Checks for ops that room processors and boards must see although they change no news. */
export const isOfRooms = ({ ops }: LogBatch): boolean =>
  ops.some(([, type]) => /^(room\.|time\.granted@|conduct\.seen@|identity\.)/.test(type));

/** Lists the streams whose keys `finishBatch` needs for this attempt. */
export function streamsToFinish(attempt: ProjectedAttempt): Set<string> {
  const streams = new Set(missingValues(attempt.state).map((ref) => ref.streamId));
  // Once a digest is compared, the winner may come from any stream.
  if (unprovenHandIns(attempt.state).length > 0) for (const { id } of attempt.state.streams) streams.add(id);
  return streams;
}

/** Finishes a batch: compares the digests of complete hand-ins, fills in values of new winners, signs the receipt and updates the versions. */
export function finishBatch(attempt: ProjectedAttempt, batch: LogBatch, host: ProjectionHost): { news: boolean; answers: boolean } {
  const { state } = attempt;
  for (const { part, digest, manifest } of unprovenHandIns(state)) {
    const agrees = compareDigest(digest, manifest, host);
    if (agrees !== undefined) noteProof(state, part, { pos: batch.pos, agrees });
  }
  for (const { streamId, seq } of missingValues(state)) fillFrom(attempt, streamId, seq, host);
  const fixed = fixedHandIn(state);
  const given = attempt.receipts.find((r) => r.streamId === fixed?.streamId && r.seq === fixed.seq);
  // SY25: sign again when the number of missing ops changes. The time of the delivery stays.
  const isStale = given && (given.missingOps ?? 0) !== undeliveredOps(state);
  // A hand-in with photos counts as delivered only once the photos have arrived.
  const due = fixed && (given ? isStale : !lacksFiles(state));
  if (due) attempt.receipts = [receiptFor(attempt, fixed, given?.receivedMs ?? batch.receivedMs, host)];
  else attempt.receipts = given ? [given] : [];
  return attempt.noteChanges(batch.pos);
}

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
  return digestOf(entries) === digest;
}

function receiptFor(attempt: ProjectedAttempt, handIn: HandInView, receivedMs: number, host: ProjectionHost): Receipt {
  const { streamId, seq, digest, manifest } = handIn;
  const listed = new Map(manifest.map((ref) => [ref.streamId, ref.seq]));
  const quarantined = attempt.state.streams.flatMap(({ id, odd }) =>
    odd.flatMap(([seq, reason]) => (seq <= (listed.get(id) ?? 0) ? [{ streamId: id, seq, reason }] : [])),
  );
  const opCount = manifest.reduce((sum, ref) => sum + ref.seq, 0);
  const counts = { opCount, answeredCount: answeredCount(attempt.state), quarantined };
  const undelivered = undeliveredOps(attempt.state);
  const fields = { attemptId: attempt.attemptId, streamId, seq, digest, ...counts, receivedMs, serverEpoch: host.log.serverEpoch };
  return signReceipt(host.keys, undelivered > 0 ? { ...fields, missingOps: undelivered } : fields);
}

function hashOf(streamId: string, seq: number, host: ProjectionHost): string | undefined {
  const header = host.log.stream(streamId);
  const keys = header && host.keysOf(header);
  return keys && hashAt(host.log, keys, header, seq);
}

function fillFrom(attempt: ProjectedAttempt, streamId: string, seq: number, host: ProjectionHost): void {
  const header = host.log.stream(streamId);
  const batch = host.log.batchWith(streamId, seq);
  const op = batch?.ops[seq - batch.fromSeq];
  if (!header || !op) return;
  const opHeader = headerOf(header, seq, op);
  const payload = openOp(header, opHeader, op, host.keysOf(header));
  if (payload !== unopened) fillValue(attempt.state, { ...opHeader, payload });
}

export const unopened = Symbol('unopened');

/** Decrypts the payload of an op. Returns `unopened` if the keys are missing or the seal cannot be opened. */
export function openOp(header: StreamHeader, opHeader: OpHeader, op: WireOp, keys: StreamKeys | undefined): unknown {
  if (header.author === 'server') return JSON.parse(Buffer.from(op[5], 'base64url').toString('utf8')) as unknown;
  if (!keys) return unopened;
  try {
    return openSealed(keys.seal, opHeaderText(header, opHeader.seq, op), op[5]);
  } catch {
    return unopened;
  }
}

/** Builds the header of an op from its stream and its position. */
export function headerOf(stream: StreamHeader, seq: number, [lamport, type, basisCursor, wallMs, monoMs]: WireOp): OpHeader {
  const { streamId, attemptId, epoch, actor, documentId } = stream;
  return { streamId, seq, lamport, type, attemptId, epoch, actor, basisCursor, wallMs, monoMs, documentId };
}
