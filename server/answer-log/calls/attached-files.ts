import { getCommandPhoto } from '../../../sync/contract/exams/room-command.ts';
import { type AttachedFile, parseFileValue } from '../../../sync/engine/ops/attachment.ts';
import { getCountedFiles } from '../../../sync/engine/ops/attempt-views.ts';
import type { AttemptState } from '../../../sync/engine/ops/attempt-state.ts';
import { parseOp } from '../../../sync/engine/ops/upcast.ts';
import { formatChunkBinding } from '../../../sync/crypto/chunk-cipher.ts';
import { buildOpHeaderFromWire, openOp } from '../projection/batch-projection.ts';
import type { AnswerLog } from '../answer-log.ts';
import { openSealedBytes } from '../../sealed-bytes.ts';

type FilesDeps = Pick<AnswerLog, 'log' | 'projector' | 'keyring' | 'chunks'>;

/** Lists all attachments that ops of this attempt stored under this item id, including those of ops that wait for a staff decision. */
export async function listNamedFiles({ log, projector, keyring }: FilesDeps, attemptId: string, itemId: string): Promise<AttachedFile[]> {
  const state = projector.attempt(attemptId)?.state;
  const candidates = (state && Object.hasOwn(state.items, itemId) && state.items[itemId]) || [];
  const files: AttachedFile[] = [];
  for (let at = 0; at < candidates.length; at += 4) {
    const [stream = 0, seq = 0] = [candidates[at], candidates[at + 1]];
    const header = log.stream(state?.streams[stream]?.id ?? '');
    const batch = header && log.batchWith(header.streamId, seq);
    const op = batch?.ops[seq - batch.fromSeq];
    if (!header || !op) continue;
    const keys = keyring.ready(header) ?? (await keyring.open(header).catch(() => undefined));
    const parsedOp = parseOp(op[1], openOp(header, buildOpHeaderFromWire(header, seq, op), op, keys));
    const file = typeof parsedOp === 'object' && parsedOp.type === 'answer.set@1' ? parseFileValue(parsedOp.payload.v) : undefined;
    if (file) files.push(file);
  }
  const photo = state && listCommandPhotos(state).get(itemId);
  return photo ? [...files, photo] : files;
}

/** Lists the photos attached to a room's commands, by item id. */
export const listCommandPhotos = (state: AttemptState): Map<string, AttachedFile> =>
  new Map(
    state.acts.flatMap(({ act }) => {
      const photo = getCommandPhoto(act);
      const file = photo && parseFileValue(photo.value);
      return file ? [[photo.itemId, file] as const] : [];
    }),
  );

/**
 * Decrypts an attachment whose op counts, or the photo of a room command. Returns undefined if the attempt has no such file or a chunk is missing.
 */
export function decryptCountedFile(
  { projector, chunks }: FilesDeps,
  attemptId: string,
  itemId: string,
): { name: string; bytes: Buffer } | undefined {
  const state = projector.attempt(attemptId)?.state;
  const file = state && (getCountedFiles(state).get(itemId) ?? listCommandPhotos(state).get(itemId));
  if (!file) return undefined;
  const parts: Buffer[] = [];
  for (const [at, hash] of file.chunkHashes.entries()) {
    const part = openChunk(file.key, at, chunks.get(attemptId, hash));
    if (!part) return undefined;
    parts.push(part);
  }
  return { name: file.name, bytes: Buffer.concat(parts) };
}

/** Decrypts a chunk. Returns undefined if it is missing or was not sealed with the key in its op. */
function openChunk(key: string, at: number, sealed: Buffer | undefined): Buffer | undefined {
  if (!sealed) return undefined;
  try {
    return openSealedBytes(Buffer.from(key, 'base64url'), formatChunkBinding(at), sealed);
  } catch {
    return undefined;
  }
}
