import { readAnswerFile } from '../../../sync/engine/transfer/answer-file.ts';
import { forwardBatches } from '../../../sync/engine/transfer/transfer-queue.ts';
import { getQrSeriesName } from '../../../sync/engine/transfer/qr-series.ts';
import { hashBytes, hashText } from '../../../sync/crypto/bytes.ts';
import { browserTimers } from '../browser-ports.ts';
import { openTransferCache } from './transfer-cache.ts';
import { reportEngineFault } from '../engine-fault.ts';
import { readFileLines } from './file-lines.ts';
import { syncTransport } from '../exam-device/sync-transport.ts';
import { decompressText } from '../database/packed-text.ts';

export const transferCache = openTransferCache();

/** Result of storing answers that were brought to this device. */
export type TransferResult =
  /** `ops`: number of stored ops. `strangers`: number of attempts in the source that do not belong to this room. */
  | {
      readonly kind: 'kept';
      readonly attemptIds: readonly string[];
      readonly ops: number;
      readonly strangers: number;
      readonly damaged: number;
      /** Number of attempts whose photos or files are in the source; this device does not transfer those. */
      readonly chunks: number;
    }
  | { readonly kind: 'none' | 'newer' | 'large' | 'unread' | 'otherRoom' | 'attemptFull' | 'full' | 'disk' };

/**
 * Stores the answers of this room's attempts for later delivery, from the text of a QR series or from an answer file (SY7a). They do not count before
 * the server acknowledges them.
 */
export async function takeAnswers(from: string | Blob, ofRoom: ReadonlySet<string>): Promise<TransferResult> {
  // If the memory stick is pulled out while reading, nothing is stored, and the user chooses the file again.
  const answerFile = await readAnswerFile(typeof from === 'string' ? from : readFileLines(from), hashText).catch(() => null);
  if (answerFile === null) return { kind: 'unread' };
  if (answerFile.kind !== 'file') return { kind: answerFile.kind };
  const roomBatches = answerFile.batches.filter(({ stream }) => ofRoom.has(stream.attemptId));
  if (roomBatches.length === 0) return { kind: answerFile.batches.length === 0 ? 'none' : 'otherRoom' };
  const otherAttemptCount = new Set(answerFile.batches.flatMap(({ stream }) => (ofRoom.has(stream.attemptId) ? [] : stream.attemptId)))
    .size;
  try {
    const outcome = await transferCache.storeBatches(roomBatches, Date.now());
    if (outcome !== 'kept') return { kind: outcome };
  } catch {
    return { kind: 'disk' };
  }
  void navigator.storage?.persist?.().catch(() => undefined);
  const attemptIds = [...new Set(roomBatches.map(({ stream }) => stream.attemptId))];
  const ops = roomBatches.reduce((sum, batch) => sum + batch.ops.length, 0);
  const chunks = answerFile.chunkAttemptIds.filter((attemptId) => ofRoom.has(attemptId)).length;
  return { kind: 'kept', attemptIds, ops, strangers: otherAttemptCount, damaged: answerFile.damaged.length + answerFile.missing, chunks };
}

/** Decodes the text of a complete QR series. Undefined if its digest is wrong, so that the codes do not belong together, or if it is damaged. */
export async function decodeSeriesText(name: string, bytes: Uint8Array): Promise<string | undefined> {
  if (getQrSeriesName(await hashBytes(Uint8Array.from(bytes))) !== name) return undefined;
  return decompressText(bytes).catch(() => undefined);
}

/** Delivers stored batches until `signal` aborts. A lock lets only one tab do so. */
export function deliverTransfers(signal: AbortSignal): void {
  const store = transferCache;
  const run = (): Promise<void> =>
    forwardBatches(
      {
        store,
        transport: syncTransport,
        clock: { nowMs: Date.now },
        timers: browserTimers,
        onRefused: (reason) => console.warn('the server does not take a carried batch now; it stays here', reason),
        onFault: reportEngineFault,
      },
      signal,
    );
  void navigator.locks.request('wenkao.carrier', { signal }, run).catch((cause: unknown) => {
    if (!signal.aborted) console.error(cause);
  });
}
