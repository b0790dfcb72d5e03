import { listChunksToTransfer, writeChunkLines } from '../../../sync/engine/transfer/answer-file-chunks.ts';
import { formatAnswerFileName, type AnswerFileOwner, writeAnswerFile } from '../../../sync/engine/transfer/answer-file.ts';
import { countHeldOps } from '../../../sync/engine/store/store-rules.ts';
import { hashText, toBase64url } from '../../../sync/crypto/bytes.ts';
import { downloadFile } from '../../ui/spreadsheet/save-file.ts';
import { deviceStore } from '../exam-device/device.ts';
import { reportEngineFault } from '../engine-fault.ts';
import { deviceChunkStore } from '../database/chunk-database.ts';

/** Result of an export. `records`: ops and attachment chunks in the file. `unread`: ops and chunks that could not be read from this PC's disk. */
export interface AnswerExport {
  readonly name: string;
  readonly records: number;
  readonly unread: number;
}

/**
 * Saves all ops and attachment chunks that this PC has for these attempts as one answer file (SY16). Chunks are read one at a time and handed to
 * the browser as Blobs, so memory use stays small.
 */
export async function saveAnswerFile(attemptIds: readonly string[], owner: AnswerFileOwner): Promise<AnswerExport> {
  const chunks = await listChunksToTransfer(deviceChunkStore, attemptIds, reportEngineFault);
  const how = { digest: hashText, madeMs: Date.now(), chunks: chunks.names.length };
  const file = await writeAnswerFile(deviceStore, attemptIds, owner, how);
  const parts = [new Blob([file.text])];
  for await (const line of writeChunkLines(deviceChunkStore, chunks.names, toBase64url, hashText, reportEngineFault))
    if (line !== undefined) parts.push(new Blob([line]));
  const carried = parts.length - 1;
  const name = formatAnswerFileName(owner);
  downloadFile(new Blob(parts, { type: 'text/plain' }), name);
  return { name, records: file.ops + carried, unread: file.unread + chunks.unread + chunks.names.length - carried };
}

/** Counts the undelivered ops and attachment chunks on this PC, by attempt, for all users. */
export async function countUndeliveredHere(): Promise<ReadonlyMap<string, number>> {
  const attempts = new Map<string, number>();
  for (const row of await deviceStore.undelivered())
    attempts.set(row.attemptId, (attempts.get(row.attemptId) ?? 0) + row.headSeq - countHeldOps(row));
  // If the attachments cannot be read, still count the ops.
  for (const { attemptId } of await deviceChunkStore.listUndelivered(undefined).catch(() => []))
    attempts.set(attemptId, (attempts.get(attemptId) ?? 0) + 1);
  return attempts;
}
