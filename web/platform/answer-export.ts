import { piecesToCarry, pieceLines } from '../../sync/engine/answer-file-pieces.ts';
import { answerFileName, type AnswerFileOwner, writeAnswerFile } from '../../sync/engine/answer-file.ts';
import { heldOps } from '../../sync/engine/store-rules.ts';
import { toBase64url } from '../../sync/seal/bytes.ts';
import { sha256Text } from '../../sync/seal/digest.ts';
import { saveFile } from '../ui/save-file.ts';
import { deviceStore } from './device.ts';
import { onFault } from './engine-fault.ts';
import { pieceStore } from './piece-database.ts';

/** Result of an export. `records`: ops and attachment chunks in the file. `unread`: ops and chunks that could not be read from this PC's disk. */
export interface Exported {
  readonly name: string;
  readonly records: number;
  readonly unread: number;
}

/**
 * Saves all ops and attachment chunks that this PC has for these attempts as one answer file (SY16). Chunks are read one at a time and handed to
 * the browser as Blobs, so memory use stays small.
 */
export async function exportAnswers(attemptIds: readonly string[], owner: AnswerFileOwner): Promise<Exported> {
  const pieces = await piecesToCarry(pieceStore, attemptIds, onFault);
  const how = { digest: sha256Text, madeMs: Date.now(), pieces: pieces.names.length };
  const file = await writeAnswerFile(deviceStore, attemptIds, owner, how);
  const parts = [new Blob([file.text])];
  for await (const line of pieceLines(pieceStore, pieces.names, toBase64url, sha256Text, onFault))
    if (line !== undefined) parts.push(new Blob([line]));
  const carried = parts.length - 1;
  const name = answerFileName(owner);
  saveFile(new Blob(parts, { type: 'text/plain' }), name);
  return { name, records: file.ops + carried, unread: file.unread + pieces.unread + pieces.names.length - carried };
}

/** Counts the undelivered ops and attachment chunks on this PC, by attempt, for all users. */
export async function undeliveredHere(): Promise<ReadonlyMap<string, number>> {
  const attempts = new Map<string, number>();
  for (const row of await deviceStore.undelivered())
    attempts.set(row.attemptId, (attempts.get(row.attemptId) ?? 0) + row.headSeq - heldOps(row));
  // If the attachments cannot be read, still count the ops.
  for (const { attemptId } of await pieceStore.waiting(undefined).catch(() => []))
    attempts.set(attemptId, (attempts.get(attemptId) ?? 0) + 1);
  return attempts;
}
