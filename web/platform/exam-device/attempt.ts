import type { AttemptSession } from '../../../sync/engine/client/attempt-session.ts';
import { openAttempt } from '../../../sync/engine/client/open-attempt.ts';
import { hashText } from '../../../sync/crypto/bytes.ts';
import { browserRandom, browserClock, browserTimers } from '../browser-ports.ts';
import { deviceStore, thisDocumentId, tabChannel, appSession } from './device.ts';
import { reportEngineFault } from '../engine-fault.ts';

/**
 * Opens an attempt whose sitting is on this device, for the signed-in user. Resolves with null if the session has no vault, that is, no key to
 * encrypt the user's answers. Rejects with `VaultMismatchError` if the sitting belongs to another credential; the user must then enter the exam
 * again.
 */
export async function openStoredAttempt(attemptId: string): Promise<AttemptSession | null> {
  const vault = await appSession.vault();
  if (!vault) return null;
  // The watch of the disk's free space is optional: every write checks the free space as well.
  void import('./disk-watch.ts').then(({ watchDisk }) => watchDisk()).catch(() => undefined);
  return openAttempt({
    copies: deviceStore.getReplicaState,
    attemptId,
    documentId: thisDocumentId,
    store: deviceStore,
    vault,
    clock: browserClock,
    timers: browserTimers,
    chance: browserRandom,
    digest: hashText,
    peers: tabChannel,
    onFault: reportEngineFault,
  });
}
