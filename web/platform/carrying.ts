import { readAnswerFile } from '../../sync/engine/answer-file.ts';
import { carry } from '../../sync/engine/carrier.ts';
import { seriesName } from '../../sync/engine/qr-series.ts';
import { sha256Bytes, sha256Text } from '../../sync/seal/digest.ts';
import { timers } from './browser-ports.ts';
import { openCarriedCache } from './carried-cache.ts';
import { onFault } from './engine-fault.ts';
import { fileLines } from './file-lines.ts';
import { syncTransport } from './sync-transport.ts';
import { unpacked } from './packed-text.ts';

export const carriedHere = openCarriedCache();

/** Result of taking answers that were brought to this device. */
export type Taken =
  /** `ops`: number of ops of these attempts. `strangers`: number of attempts in the source that are not of this room. */
  | {
      readonly kind: 'kept';
      readonly attemptIds: readonly string[];
      readonly ops: number;
      readonly strangers: number;
      readonly damaged: number;
      /** Number of attempts whose photos or files are in the source; this device does not transfer those. */
      readonly pieces: number;
    }
  | { readonly kind: 'none' | 'newer' | 'large' | 'unread' | 'otherRoom' | 'attemptFull' | 'full' | 'disk' };

/**
 * Stores the answers of this room's attempts from a shown text or an answer file for later delivery (SY7a). They do not count before the server
 * acknowledges them.
 */
export async function takeAnswers(from: string | Blob, ofRoom: ReadonlySet<string>): Promise<Taken> {
  // If the memory stick is pulled out while reading, nothing is stored, and the user chooses the file again.
  const read = await readAnswerFile(typeof from === 'string' ? from : fileLines(from), sha256Text).catch(() => null);
  if (read === null) return { kind: 'unread' };
  if (read.kind !== 'file') return { kind: read.kind };
  const mine = read.batches.filter(({ stream }) => ofRoom.has(stream.attemptId));
  if (mine.length === 0) return { kind: read.batches.length === 0 ? 'none' : 'otherRoom' };
  const strangers = new Set(read.batches.flatMap(({ stream }) => (ofRoom.has(stream.attemptId) ? [] : stream.attemptId))).size;
  try {
    const kept = await carriedHere.take(mine, Date.now());
    if (kept !== 'kept') return { kind: kept };
  } catch {
    return { kind: 'disk' };
  }
  void navigator.storage?.persist?.().catch(() => undefined);
  const attemptIds = [...new Set(mine.map(({ stream }) => stream.attemptId))];
  const ops = mine.reduce((sum, batch) => sum + batch.ops.length, 0);
  const pieces = read.piecesOf.filter((attemptId) => ofRoom.has(attemptId)).length;
  return { kind: 'kept', attemptIds, ops, strangers, damaged: read.damaged.length + read.missing, pieces };
}

/** Decodes the text of a complete QR series. Resolves with undefined if the digest shows that the codes were put together wrongly. */
export async function textOfSeries(name: string, bytes: Uint8Array): Promise<string | undefined> {
  if (seriesName(await sha256Bytes(Uint8Array.from(bytes))) !== name) return undefined;
  return unpacked(bytes).catch(() => undefined);
}

/** Delivers stored batches until `signal` aborts. A lock lets only one tab do so. */
export function carryOn(signal: AbortSignal): void {
  const store = carriedHere;
  const run = (): Promise<void> =>
    carry(
      {
        store,
        transport: syncTransport,
        clock: { nowMs: Date.now },
        timers,
        onRefused: (reason) => console.warn('the server does not take a carried batch now; it stays here', reason),
        onFault,
      },
      signal,
    );
  void navigator.locks.request('wenkao.carrier', { signal }, run).catch((cause: unknown) => {
    if (!signal.aborted) console.error(cause);
  });
}
