import { answerFilePiece } from './answer-file.ts';
import type { PieceName, PieceStore } from './piece-store.ts';
import type { Digest } from './ports.ts';

/**
 * Names of all pieces that this device has of these attempts. `unread`: attempts of which it could not even say. A fault of the photos' database is
 * none of the answers': their file is written all the same, and what it lacks is told.
 */
export async function piecesToCarry(
  store: Pick<PieceStore, 'ofAttempt'>,
  attemptIds: readonly string[],
): Promise<{ readonly names: readonly PieceName[]; readonly unread: number }> {
  const names: PieceName[] = [];
  let unread = 0;
  for (const attemptId of attemptIds) {
    const here = await store.ofAttempt(attemptId).catch(() => undefined);
    if (here) names.push(...here);
    else unread += 1;
  }
  return { names, unread };
}

/** Their lines of the file, one piece in memory at a time; undefined for one that the disk does not give. */
export async function* pieceLines(
  store: Pick<PieceStore, 'piece'>,
  names: readonly PieceName[],
  encode: (bytes: Uint8Array) => string,
  digest: Digest,
): AsyncGenerator<string | undefined> {
  for (const name of names) {
    const row = await store.piece(name).catch(() => undefined);
    yield row && (await answerFilePiece(row, encode, digest));
  }
}
