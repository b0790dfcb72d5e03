import { answerFilePiece } from './answer-file.ts';
import { faultReporter, type OnFault } from './faults.ts';
import type { PieceName, PieceStore } from './piece-store.ts';
import type { Digest } from './ports.ts';

/**
 * Lists the attachment chunks that this device holds for the given attempts. `unread` counts attempts whose chunks could not be listed. A
 * failing chunk store must not stop the export of the answers, so it is reported and not thrown.
 */
export async function piecesToCarry(
  store: Pick<PieceStore, 'ofAttempt'>,
  attemptIds: readonly string[],
  onFault: OnFault,
): Promise<{ readonly names: readonly PieceName[]; readonly unread: number }> {
  const names: PieceName[] = [];
  let unread = 0;
  for (const attemptId of attemptIds) {
    const here = await store.ofAttempt(attemptId).catch(faultReporter(onFault, 'answerFile'));
    if (here) names.push(...here);
    else unread += 1;
  }
  return { names, unread };
}

/** Yields one answer file line per chunk, with one chunk in memory at a time. Yields undefined for a chunk that the disk does not return. */
export async function* pieceLines(
  store: Pick<PieceStore, 'piece'>,
  names: readonly PieceName[],
  encode: (bytes: Uint8Array) => string,
  digest: Digest,
  onFault: OnFault,
): AsyncGenerator<string | undefined> {
  for (const name of names) {
    const row = await store.piece(name).catch(faultReporter(onFault, 'answerFile'));
    yield row && (await answerFilePiece(row, encode, digest));
  }
}
