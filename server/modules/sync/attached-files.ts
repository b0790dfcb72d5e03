import { createDecipheriv } from 'node:crypto';
import { photoOf } from '../../../sync/contract/room-act.ts';
import { type AttachedFile, readFileValue, sealedOverhead } from '../../../sync/engine/attachment.ts';
import { filesOf } from '../../../sync/engine/attempt-views.ts';
import type { AttemptState } from '../../../sync/engine/attempt-state.ts';
import { readOp } from '../../../sync/engine/upcast.ts';
import { pieceBinding } from '../../../sync/seal/piece.ts';
import { headerOf, openOp } from '../../ingest/batch-projection.ts';
import type { Ingest } from '../../ingest/ingest.ts';

type FilesDeps = Pick<Ingest, 'log' | 'projector' | 'keyring' | 'pieces'>;

/** Lists all files that ops of this attempt stored under this item id, including ops that wait for a staff decision. */
export async function namedFiles({ log, projector, keyring }: FilesDeps, attemptId: string, itemId: string): Promise<AttachedFile[]> {
  const state = projector.attempt(attemptId)?.state;
  const candidates = (state && Object.hasOwn(state.items, itemId) && state.items[itemId]) || [];
  const found: AttachedFile[] = [];
  for (let at = 0; at < candidates.length; at += 4) {
    const [stream = 0, seq = 0] = [candidates[at], candidates[at + 1]];
    const header = log.stream(state?.streams[stream]?.id ?? '');
    const batch = header && log.batchWith(header.streamId, seq);
    const op = batch?.ops[seq - batch.fromSeq];
    if (!header || !op) continue;
    const keys = keyring.ready(header) ?? (await keyring.open(header).catch(() => undefined));
    const read = readOp(op[1], openOp(header, headerOf(header, seq, op), op, keys));
    const file = typeof read === 'object' && read.type === 'answer.set@1' ? readFileValue(read.payload.v) : undefined;
    if (file) found.push(file);
  }
  const photo = state && actPhotos(state).get(itemId);
  return photo ? [...found, photo] : found;
}

/** Lists the photos attached to a room's commands, by item id. */
export const actPhotos = (state: AttemptState): Map<string, AttachedFile> =>
  new Map(
    state.acts.flatMap(({ act }) => {
      const photo = photoOf(act);
      const file = photo && readFileValue(photo.value);
      return file ? [[photo.itemId, file] as const] : [];
    }),
  );

/** Decrypts a file that counts. Returns undefined if the file does not count or lacks a chunk. */
export function openFile({ projector, pieces }: FilesDeps, attemptId: string, itemId: string): { name: string; bytes: Buffer } | undefined {
  const state = projector.attempt(attemptId)?.state;
  const file = state && (filesOf(state).get(itemId) ?? actPhotos(state).get(itemId));
  if (!file) return undefined;
  const parts: Buffer[] = [];
  for (const [at, hash] of file.pieces.entries()) {
    const part = openPiece(file.key, at, pieces.get(attemptId, hash));
    if (!part) return undefined;
    parts.push(part);
  }
  return { name: file.name, bytes: Buffer.concat(parts) };
}

/** Decrypts a chunk. Returns undefined if it is missing or was not sealed with the key in its op. */
function openPiece(key: string, at: number, sealed: Buffer | undefined): Buffer | undefined {
  if (!sealed || sealed.length < sealedOverhead) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(pieceBinding(at)));
  decipher.setAuthTag(sealed.subarray(-16));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  } catch {
    return undefined;
  }
}
