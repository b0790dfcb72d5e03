import { writeAnswerFile } from '../../sync/engine/answer-file.ts';
import { qrSeries } from '../../sync/engine/qr-series.ts';
import { sha256Bytes, sha256Text } from '../../sync/seal/digest.ts';
import { deviceStore } from './device.ts';
import { packed } from './packed-text.ts';
import { pieceStore } from './piece-database.ts';

export interface AnswerCodes {
  /** Null: more than codes can carry; a file takes it. */
  readonly codes: readonly string[] | null;
  readonly ops: number;
  /** Ops that this PC's disk did not give. */
  readonly unread: number;
  /** Photos or files lie here that codes don't carry, and that the server is not known to hold. */
  readonly photos: boolean;
}

/** SY7a, SY16: what a file would hold, as codes for a camera. Without names: who looks over a shoulder reads none. */
export async function answerCodes(attemptIds: readonly string[]): Promise<AnswerCodes> {
  const nobody = { exam: '', seat: '', name: '', ticketNo: '' };
  const { text, ops, unread } = await writeAnswerFile(deviceStore, attemptIds, nobody, { digest: sha256Text, madeMs: Date.now() });
  const bytes = await packed(text);
  // What can't be read is told rather than not: nobody is to believe that a photo went along.
  const pieces = await Promise.all(attemptIds.map((attemptId) => pieceStore.ofAttempt(attemptId).catch(() => [{ held: false }])));
  const photos = pieces.flat().some(({ held }) => !held);
  return { codes: qrSeries(bytes, await sha256Bytes(Uint8Array.from(bytes))) ?? null, ops, unread, photos };
}
