import { writeAnswerFile } from '../../../sync/engine/transfer/answer-file.ts';
import { encodeQrSeries } from '../../../sync/engine/transfer/qr-series.ts';
import { hashBytes, hashText } from '../../../sync/crypto/bytes.ts';
import { deviceStore } from '../exam-device/device.ts';
import { compressText } from '../database/packed-text.ts';
import { deviceChunkStore } from '../database/chunk-database.ts';

export interface AnswerCodes {
  /** Texts of the QR codes. Null if the answers are too large for them; then an answer file is the only way. */
  readonly codes: readonly string[] | null;
  readonly ops: number;
  /** Number of ops that could not be read from this PC's disk. */
  readonly unread: number;
  /** True if this PC holds photos or files that the server is not known to have. QR codes do not carry them. */
  readonly photos: boolean;
}

/** Encodes the content of an answer file as a QR series (SY7a, SY16). The codes contain no names, because bystanders can photograph the screen. */
export async function createAnswerCodes(attemptIds: readonly string[]): Promise<AnswerCodes> {
  const nobody = { exam: '', seat: '', name: '', ticketNo: '' };
  const { text, ops, unread } = await writeAnswerFile(deviceStore, attemptIds, nobody, { digest: hashText, madeMs: Date.now() });
  const bytes = await compressText(text);
  // If the attachments cannot be read, warn as if there were some: nobody may believe that a photo was transferred when it was not.
  const chunks = await Promise.all(attemptIds.map((attemptId) => deviceChunkStore.ofAttempt(attemptId).catch(() => [{ held: false }])));
  const photos = chunks.flat().some(({ held }) => !held);
  return { codes: encodeQrSeries(bytes, await hashBytes(Uint8Array.from(bytes))) ?? null, ops, unread, photos };
}
