import type { AttemptSession } from '../../sync/engine/attempt-session.ts';
import { openAttempt } from '../../sync/engine/open-attempt.ts';
import { sha256Text } from '../../sync/seal/digest.ts';
import { chance, clock, timers } from './browser-ports.ts';
import { deviceStore, documentId, peers, session } from './device.ts';
import { onFault } from './engine-fault.ts';

/**
 * Opens an attempt whose sitting is on this device, for the signed-in user. Resolves with null if the session has no vault, because nothing could
 * be sealed. Rejects with `VaultMismatch` if the sitting belongs to another credential; the user must then enter the exam again.
 */
export async function openAttemptHere(attemptId: string): Promise<AttemptSession | null> {
  const vault = await session.vault();
  if (!vault) return null;
  // The disk watch is optional: every write checks the free space as well.
  void import('./disk-watch.ts').then(({ watchDisk }) => watchDisk()).catch(() => undefined);
  return openAttempt({
    copies: deviceStore.copies,
    attemptId,
    documentId,
    store: deviceStore,
    vault,
    clock,
    timers,
    chance,
    digest: sha256Text,
    peers,
    onFault,
  });
}
