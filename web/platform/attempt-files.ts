import type { AttemptSession } from '../../sync/engine/attempt-session.ts';
import { AttachedFiles } from '../../sync/engine/attached-files.ts';
import { pieceCipher } from '../../sync/seal/piece.ts';
import { deviceStore, peers } from './device.ts';
import { onFault } from './engine-fault.ts';
import { pieceStore } from './piece-database.ts';

/** Makes a random file name of 8 hexadecimal digits; it is unique within one question. */
export const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Opens the attachments of an attempt that is open on this device. */
export async function openFilesHere(
  attemptId: string,
  session: Pick<AttemptSession, 'view' | 'setAnswer' | 'subscribe'>,
): Promise<AttachedFiles> {
  const ticket = async (): Promise<string | undefined> => (await deviceStore.sitting(attemptId))?.ticket;
  const files = new AttachedFiles({
    attemptId,
    session,
    peers,
    ticket,
    random: randomName,
    store: pieceStore,
    cipher: pieceCipher,
    onFault,
  });
  await files.open();
  return files;
}
