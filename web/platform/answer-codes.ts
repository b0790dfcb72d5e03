import { writeAnswerFile } from '../../sync/engine/answer-file.ts';
import { qrSeries } from '../../sync/engine/qr-series.ts';
import { sha256Bytes, sha256Text } from '../../sync/seal/digest.ts';
import { deviceStore } from './device.ts';
import { packed } from './packed-text.ts';
import { pieceStore } from './piece-database.ts';

export interface AnswerCodes {
  /** Null if the answers are too large for QR codes; then an answer file is the only way. */
  readonly codes: readonly string[] | null;
  readonly ops: number;
  /** Number of ops that could not be read from this PC's disk. */
  readonly unread: number;
  /** True if this PC holds photos or files that the server is not known to have. QR codes do not carry them. */
  readonly photos: boolean;
}

/** Encodes the content of an answer file as a QR series (SY7a, SY16). The codes contain no names, because bystanders can photograph the screen. */
export async function answerCodes(attemptIds: readonly string[]): Promise<AnswerCodes> {
  const nobody = { exam: '', seat: '', name: '', ticketNo: '' };
  const { text, ops, unread } = await writeAnswerFile(deviceStore, attemptIds, nobody, { digest: sha256Text, madeMs: Date.now() });
  const bytes = await packed(text);
  // If the attachments cannot be read, warn as if there were some: nobody may believe that a photo was transferred when it was not.
  const pieces = await Promise.all(attemptIds.map((attemptId) => pieceStore.ofAttempt(attemptId).catch(() => [{ held: false }])));
  const photos = pieces.flat().some(({ held }) => !held);
  return { codes: qrSeries(bytes, await sha256Bytes(Uint8Array.from(bytes))) ?? null, ops, unread, photos };
}
