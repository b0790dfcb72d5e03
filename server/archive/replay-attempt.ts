import { generateKeyPairSync } from 'node:crypto';
import { getCountedAnswers } from '../../sync/engine/ops/attempt-views.ts';
import type { AnswerValue } from '../../sync/engine/ops/ops.ts';
import { finishBatch, applyBatch } from '../answer-log/projection/batch-projection.ts';
import type { LogBatch, LogReader, StreamHeader } from '../answer-log/log/log-port.ts';
import { ChainKey, computeChainHashes, deriveStreamKeys, type ServerStreamKeys } from '../answer-log/log/op-crypto.ts';
import { ProjectedAttempt } from '../answer-log/projection/projected-attempt.ts';
import type { ArchivedBatch, ArchivedStream } from './archive-format.ts';

/** A throwaway key: replaying requires a key to sign receipts with, but the archive's own receipts are checked instead. */
const { privateKey: nobodysKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface Replayed {
  readonly faults: string[];
  readonly answers: ReadonlyMap<string, AnswerValue>;
  readonly ops: number;
}

/** Verifies the chains of an attempt's streams op by op, and replays the ops through the engine. Returns the faults and the counted answers. */
export function replayAttempt(attemptId: string, rows: readonly (ArchivedStream | ArchivedBatch)[], serverEpoch: string): Replayed {
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
  for (const [streamId, own] of byStream) {
    const stream = streams.get(streamId);
    if (stream) faults.push(...chainFaults(stream, keys.get(streamId), own));
    else faults.push(`stream ${streamId}: nothing says whose it is`);
  }
  const attempt = ProjectedAttempt.fresh(attemptId);
  const log = readerOf(streams, byStream, serverEpoch);
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
function chainFaults({ stream, chainKey }: ArchivedStream, keys: ServerStreamKeys | undefined, batches: readonly LogBatch[]): string[] {
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

function readerOf(
  streams: ReadonlyMap<string, ArchivedStream>,
  byStream: ReadonlyMap<string, readonly LogBatch[]>,
  serverEpoch: string,
): LogReader {
  const of = (streamId: string): readonly LogBatch[] => byStream.get(streamId) ?? [];
  return {
    serverEpoch,
    end: () => 0,
    after: () => [],
    stream: (streamId) => streams.get(streamId)?.stream,
    head(streamId) {
      const last = of(streamId).at(-1);
      return last && { seq: last.toSeq, hash: last.headHash };
    },
    streamsOf: () => [...streams.values()].map(({ stream }) => stream),
    batchesOf: (streamId) => of(streamId).toReversed(),
    batchWith: (streamId, seq) => of(streamId).find((batch) => batch.fromSeq <= seq && seq <= batch.toSeq),
    countQuarantined: () => new Map(),
  };
}
