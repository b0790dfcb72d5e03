import type { AttemptSession } from '../../../sync/engine/client/attempt-session.ts';
import { AttachmentManager } from '../../../sync/engine/outbox/attached-files.ts';
import { chunkCipher } from '../../../sync/crypto/chunk-cipher.ts';
import { deviceStore, tabChannel } from './device.ts';
import { reportEngineFault } from '../engine-fault.ts';
import { deviceChunkStore } from '../database/chunk-database.ts';

/** Makes a random file name of 8 hexadecimal digits; it is unique within one question. */
export const createRandomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Opens the attachments of an attempt that is open on this device. */
export async function openAttemptFiles(
  attemptId: string,
  session: Pick<AttemptSession, 'view' | 'setAnswer' | 'subscribe'>,
): Promise<AttachmentManager> {
  const ticket = async (): Promise<string | undefined> => (await deviceStore.sitting(attemptId))?.ticket;
  const files = new AttachmentManager({
    attemptId,
    session,
    peers: tabChannel,
    ticket,
    random: createRandomName,
    store: deviceChunkStore,
    cipher: chunkCipher,
    onFault: reportEngineFault,
  });
  await files.open();
  return files;
}
