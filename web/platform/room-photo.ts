import type { ActPhoto } from '../../sync/contract/room-act.ts';
import { fileLimits, fileValue } from '../../sync/engine/attachment.ts';
import { isHeic } from '../../sync/machines/heic.ts';
import { StorageFault } from '../../sync/engine/ports.ts';
import { sealFile } from '../../sync/engine/seal-file.ts';
import { pieceCipher } from '../../sync/seal/piece.ts';
import { smallerPhoto } from '../lib/smaller-photo.ts';
import { randomName } from './attempt-files.ts';
import { deviceStore } from './device.ts';
import { pieceStore } from './piece-database.ts';

/**
 * Takes a photo for a room command. It is sealed and stored on the tablet before the command that refers to it is written, and is sent like a
 * photo on an answer. `failed`: the disk refused it, and nothing is stored.
 */
export async function takeRoomPhoto(logId: string, file: File): Promise<ActPhoto | 'notPicture' | 'heic' | 'tooLarge' | 'failed'> {
  if (isHeic(new Uint8Array(await file.slice(0, 16).arrayBuffer()))) return 'heic';
  if (!file.type.startsWith('image/')) return 'notPicture';
  if (file.size === 0 || file.size > 4 * fileLimits.fileBytes) return 'tooLarge';
  const { bytes: content, type } = await smallerPhoto(new Uint8Array(await file.arrayBuffer()), file.type);
  if (content.length > fileLimits.fileBytes) return 'tooLarge';
  const itemId = `1/${randomName()}`;
  try {
    const ticket = (await deviceStore.sitting(logId))?.ticket;
    if (ticket === undefined) return 'failed';
    const sealed = await sealFile(
      { store: pieceStore, cipher: pieceCipher },
      { attemptId: logId, itemId, ticket, name: file.name, type, content },
    );
    return { itemId, value: [...fileValue(sealed)] };
  } catch (fault) {
    if (!(fault instanceof StorageFault)) throw fault;
    await leaveRoomPhoto(logId, itemId);
    return 'failed';
  }
}

/** Deletes a photo whose room command could not be written. */
export const leaveRoomPhoto = (logId: string, itemId: string): Promise<void> => pieceStore.drop(logId, itemId).catch(() => undefined);
