import { createPublicKey, hash, verify, generateKeyPairSync } from 'node:crypto';
import type { KeyCorrection } from '../../sync/contract/marking/score.ts';
import { verifyReceipt } from '../../sync/crypto/receipt.ts';
import { getCountedAnswers } from '../../sync/engine/ops/attempt-views.ts';
import type { AnswerValue } from '../../sync/engine/ops/ops.ts';
import type { LogBatch, LogReader, StreamHeader } from '../answer-log/log/log-port.ts';
import { ChainKey, computeChainHashes, deriveStreamKeys, type ServerStreamKeys } from '../answer-log/log/op-crypto.ts';
import { finishBatch, applyBatch } from '../answer-log/projection/batch-projection.ts';
import { ProjectedAttempt } from '../answer-log/projection/projected-attempt.ts';
import { markAttempt } from '../features/marking/marking/marking-reads.ts';
import {
  type ArchivedAnswers,
  type ArchivedBatch,
  type ArchivedMark,
  type ArchivedPaper,
  type ArchivedPlan,
  type ArchivedScore,
  type ArchivedStream,
  archiveIndex,
  type ArchiveIndex,
  archiveSignature,
  indexPath,
  getArchiveLogPath,
  signaturePath,
} from './archive-format.ts';
import { readChainedLines } from './chained-lines.ts';
import { readStoredFiles } from './stored-zip.ts';

export interface ArchiveVerdict {
  /** Faults found, each with the file or attempt concerned. Empty if the archive is unchanged. */
  readonly faults: readonly string[];
  readonly publicKey: string;
  readonly name: string;
  readonly attempts: number;
  readonly ops: number;
  readonly scores: number;
}

/**
 * Verifies an archive without a server: bytes, lines and signature first; then every chain, the counted answers, and every score, recomputed from
 * the archive.
 */
export async function verifyArchive(zip: Buffer, expectedKey?: string): Promise<ArchiveVerdict> {
  const { files, faults: zipFaults } = readStoredFiles(zip);
  const faults: string[] = [];
  const none = { publicKey: '', name: '', attempts: 0, ops: 0, scores: 0 };
  const index = parseJsonFile(files.get(indexPath), archiveIndex);
  const signature = parseJsonFile(files.get(signaturePath), archiveSignature);
  if (index === undefined) faults.push(`${indexPath}: is missing, or no index of an archive`);
  if (signature === undefined) faults.push(`${signaturePath}: is missing, or no signature`);
  if (index === undefined || signature === undefined) return { ...none, faults: [...faults, ...zipFaults] };
  if (expectedKey !== undefined && expectedKey !== signature.publicKey) faults.push(`${signaturePath}: signed by another key`);
  if (!isSigned(files.get(indexPath) ?? Buffer.alloc(0), signature)) faults.push(`${signaturePath}: is no signature of ${indexPath}`);
  const rows = new Map<string, unknown[]>();
  faults.push(...findFileFaults(files, index, rows));
  // Skip checksum faults of a file whose changed line is reported already.
  const reportedFiles = new Set(faults.map((fault) => fault.split(/[,:]/)[0]));
  faults.push(...zipFaults.filter((fault) => !reportedFiles.has(fault.split(':')[0])));
  const verdict = { ...none, publicKey: signature.publicKey, name: index.plan.name };
  // Recomputing changed content would prove nothing about the original.
  if (faults.length > 0) return { ...verdict, faults };
  return { ...verdict, ...(await recountScores(rows, signature.publicKey)) };
}

function findFileFaults(files: ReadonlyMap<string, Buffer>, index: ArchiveIndex, rows: Map<string, unknown[]>): string[] {
  const faults: string[] = [];
  const listed = new Set([...index.files.map(({ path }) => path), indexPath, signaturePath]);
  for (const path of files.keys()) if (!listed.has(path)) faults.push(`${path}: is not in the index`);
  for (const { path, sha256 } of index.files) {
    const bytes = files.get(path);
    if (bytes === undefined) {
      faults.push(`${path}: is missing`);
      continue;
    }
    if (path.endsWith('.jsonl')) {
      const chainedLines = readChainedLines(path, bytes);
      rows.set(path, chainedLines.rows);
      if (chainedLines.badLine !== undefined) faults.push(`${path}, line ${chainedLines.badLine}: is not as it was written`);
      else if (hash('sha256', bytes, 'base64url') !== sha256)
        faults.push(`${path}: its lines follow each other, and are not those of the index`);
    } else if (hash('sha256', bytes, 'base64url') !== sha256) faults.push(`${path}: is not as it was written`);
  }
  return faults;
}

/** A throwaway key: replaying requires a key to sign receipts with, but the archive's own receipts are checked instead. */
const { privateKey: nobodysKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface ReplayResult {
  readonly faults: string[];
  readonly answers: ReadonlyMap<string, AnswerValue>;
  readonly ops: number;
}

/** Verifies the chains of an attempt's streams op by op, and replays the ops through the engine. Returns the faults and the counted answers. */
function replayAttempt(attemptId: string, rows: readonly (ArchivedStream | ArchivedBatch)[], serverEpoch: string): ReplayResult {
  const faults: string[] = [];
  const streams = new Map<string, ArchivedStream>();
  const batches: LogBatch[] = [];
  for (const row of rows)
    if ('stream' in row) streams.set(row.stream.streamId, row);
    else batches.push({ ...row.batch, streamNum: 0, prevPos: 0 });
  const keys = new Map<string, ServerStreamKeys>();
  for (const [streamId, { secret }] of streams)
    if (secret !== undefined) keys.set(streamId, deriveStreamKeys(Buffer.from(secret, 'base64url'), streamId));
  const byStream = Map.groupBy(batches, (batch) => batch.streamId);
  for (const [streamId, streamBatches] of byStream) {
    const stream = streams.get(streamId);
    if (stream) faults.push(...findChainFaults(stream, keys.get(streamId), streamBatches));
    else faults.push(`stream ${streamId}: nothing says whose it is`);
  }
  const attempt = ProjectedAttempt.createEmpty(attemptId);
  const log = createLogReader(streams, byStream, serverEpoch);
  const keysOf = ({ streamId }: StreamHeader): ServerStreamKeys | undefined => keys.get(streamId);
  for (const batch of batches) {
    const header = streams.get(batch.streamId)?.stream;
    if (!header) continue;
    const mayMatter = applyBatch(attempt, header, batch, keysOf(header));
    attempt.pos = batch.pos;
    if (mayMatter) finishBatch(attempt, batch, { log, keys: { receiptPrivate: nobodysKey }, keysOf });
  }
  return { faults, answers: new Map(getCountedAnswers(attempt.state)), ops: batches.reduce((sum, batch) => sum + batch.ops.length, 0) };
}

/** Finds the first op of a stream whose hash does not follow from the ops before it. */
function findChainFaults({ stream, chainKey }: ArchivedStream, keys: ServerStreamKeys | undefined, batches: readonly LogBatch[]): string[] {
  const { streamId } = stream;
  const chain = chainKey === undefined ? keys?.chain : new ChainKey(Buffer.from(chainKey, 'base64url'));
  if (!chain) return [`stream ${streamId}: its secret did not open on the server, its chain can't be checked`];
  let hash = chain.genesis(streamId);
  let seq = 0;
  for (const batch of batches) {
    if (batch.fromSeq !== seq + 1) return [`stream ${streamId}: op ${seq + 1} is missing`];
    hash = computeChainHashes(chain, stream, batch.fromSeq, hash, batch.ops).at(-1) ?? hash;
    if (hash !== batch.headHash) return [`stream ${streamId}: the chain breaks in ops ${batch.fromSeq} to ${batch.toSeq}`];
    seq = batch.toSeq;
  }
  return [];
}

function createLogReader(
  streams: ReadonlyMap<string, ArchivedStream>,
  byStream: ReadonlyMap<string, readonly LogBatch[]>,
  serverEpoch: string,
): LogReader {
  const getBatches = (streamId: string): readonly LogBatch[] => byStream.get(streamId) ?? [];
  return {
    serverEpoch,
    end: () => 0,
    after: () => [],
    stream: (streamId) => streams.get(streamId)?.stream,
    head(streamId) {
      const last = getBatches(streamId).at(-1);
      return last && { seq: last.toSeq, hash: last.headHash };
    },
    streamsOf: () => [...streams.values()].map(({ stream }) => stream),
    batchesOf: (streamId) => getBatches(streamId).toReversed(),
    batchWith: (streamId, seq) => getBatches(streamId).find((batch) => batch.fromSeq <= seq && seq <= batch.toSeq),
    countQuarantined: () => new Map(),
  };
}

async function recountScores(
  rows: ReadonlyMap<string, unknown[]>,
  publicKey: string,
): Promise<Pick<ArchiveVerdict, 'faults' | 'attempts' | 'ops' | 'scores'>> {
  const faults: string[] = [];
  const getRows = <T>(path: string): T[] => (rows.get(path) ?? []) as T[];
  const [plan] = getRows<ArchivedPlan>('plan.jsonl');
  const papers = Map.groupBy(getRows<ArchivedPaper>('papers.jsonl'), (row) => row.variant);
  const corrections = new Map(
    getRows<{ question_id: number; correction: KeyCorrection | null }>('corrections.jsonl').map((row) => [row.question_id, row.correction]),
  );
  const markRows = getRows<ArchivedMark>('marks.jsonl');
  const marks = Map.groupBy(
    markRows.flatMap((row) => ('mark' in row ? row.mark : [])),
    (mark) => mark.attemptId,
  );
  const decisions = Map.groupBy(
    markRows.flatMap((row) => ('decision' in row ? row.decision : [])),
    (decision) => decision.attemptId,
  );
  const answersByAttempt = new Map<string, ArchivedAnswers>();
  let ops = 0;
  for (const [at, row] of getRows<ArchivedAnswers>('answers.jsonl').entries()) {
    answersByAttempt.set(row.attemptId, row);
    const replayed = replayAttempt(
      row.attemptId,
      getRows<ArchivedStream | ArchivedBatch>(getArchiveLogPath(row.attemptId)),
      plan?.serverEpoch ?? '',
    );
    ops += replayed.ops;
    faults.push(...replayed.faults.map((fault) => `${getArchiveLogPath(row.attemptId)}, ${fault}`));
    const place = `answers.jsonl, line ${at + 1}`;
    if (serialiseAnswers(row.answers.map(({ itemId, value }) => [itemId, value])) !== serialiseAnswers([...replayed.answers]))
      faults.push(`${place}: is not what the log of this attempt says`);
    if (row.receipt !== null && !(await verifyReceipt(row.receipt, publicKey))) faults.push(`${place}: the receipt is not signed`);
  }
  const scores = getRows<ArchivedScore>('scores.jsonl');
  for (const [at, score] of scores.entries()) {
    const answers = answersByAttempt.get(score.attemptId);
    // Skip points that were entered from a paper exam: the archive has no answers to recompute them from.
    if (score.onPaper || score.items.length === 0 || answers === undefined || plan === undefined) continue;
    const items = (papers.get(score.variant) ?? []).map(({ item }) => ({ ...item, correction: corrections.get(item.questionId) ?? null }));
    const now = markAttempt(
      items,
      { ...answers, files: answers.files ?? [] },
      {
        rule: plan.rule,
        marks: marks.get(score.attemptId) ?? [],
        decisions: decisions.get(score.attemptId) ?? [],
      },
    );
    const points = now.items.every((item) => item.cent !== null) ? now.pointsCent / 100 : null;
    if (points !== score.points || JSON.stringify(now.items) !== JSON.stringify(score.items))
      faults.push(
        `scores.jsonl, line ${at + 1}: ${score.points ?? '–'} stands there, ${points ?? '–'} follows from answers, keys and marks`,
      );
  }
  return { faults, attempts: answersByAttempt.size, ops, scores: scores.length };
}

const serialiseAnswers = (answers: readonly (readonly [string, readonly string[]])[]): string =>
  JSON.stringify(answers.toSorted(([a], [b]) => (a < b ? -1 : 1)));

function parseJsonFile<T>(bytes: Buffer | undefined, shape: { safeParse: (value: unknown) => { data?: T } }): T | undefined {
  if (bytes === undefined) return undefined;
  try {
    return shape.safeParse(JSON.parse(bytes.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function isSigned(bytes: Buffer, { publicKey, signature }: { publicKey: string; signature: string }): boolean {
  try {
    const point = Buffer.from(publicKey, 'base64url');
    const encodeCoordinate = (from: number): string => point.subarray(from, from + 32).toString('base64url');
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: encodeCoordinate(1), y: encodeCoordinate(33) }, format: 'jwk' });
    return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** Returns a fingerprint of the key that signs archives, short enough to be read aloud. */
export const formatKeyFingerprint = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'base64url'), 'hex')
    .slice(0, 32)
    .replace(/.{4}(?=.)/g, '$& ');
