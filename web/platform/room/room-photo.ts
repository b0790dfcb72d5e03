import type { RoomCommandPhoto } from '../../../sync/contract/exams/room-command.ts';
import { attachmentLimits, encodeFileValue } from '../../../sync/engine/ops/attachment.ts';
import { isHeic } from '../../../sync/domain/heic.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import { sealFile } from '../../../sync/engine/outbox/seal-file.ts';
import { chunkCipher } from '../../../sync/crypto/chunk-cipher.ts';
import { shrinkPhoto } from '../../lib/files/smaller-photo.ts';
import { createRandomName } from '../exam-device/attempt-files.ts';
import { deviceStore } from '../exam-device/device.ts';
import { deviceChunkStore } from '../database/chunk-database.ts';

/**
 * Takes a photo for a room command. The photo is encrypted and stored on the tablet before the command that refers to it is written, and is sent like
 * a photo on an answer. `failed`: the disk refused it, and nothing is stored.
 */
export async function takeRoomPhoto(logId: string, file: File): Promise<RoomCommandPhoto | 'notPicture' | 'heic' | 'tooLarge' | 'failed'> {
  if (isHeic(new Uint8Array(await file.slice(0, 16).arrayBuffer()))) return 'heic';
  if (!file.type.startsWith('image/')) return 'notPicture';
  if (file.size === 0 || file.size > 4 * attachmentLimits.fileBytes) return 'tooLarge';
  const { bytes: content, type } = await shrinkPhoto(new Uint8Array(await file.arrayBuffer()), file.type);
  if (content.length > attachmentLimits.fileBytes) return 'tooLarge';
  const itemId = `1/${createRandomName()}`;
  try {
    const ticket = (await deviceStore.sitting(logId))?.ticket;
    if (ticket === undefined) return 'failed';
    const sealed = await sealFile(
      { store: deviceChunkStore, cipher: chunkCipher },
      { attemptId: logId, itemId, ticket, name: file.name, type, content },
    );
    return { itemId, value: [...encodeFileValue(sealed)] };
  } catch (fault) {
    if (!(fault instanceof StorageFault)) throw fault;
    await deleteRoomPhoto(logId, itemId);
    return 'failed';
  }
}

/** Deletes a photo whose room command could not be written. */
export const deleteRoomPhoto = (logId: string, itemId: string): Promise<void> =>
  deviceChunkStore.drop(logId, itemId).catch(() => undefined);
