import type { AttemptSession } from '../../sync/engine/attempt-session.ts';
import { openAttempt } from '../../sync/engine/open-attempt.ts';
import { sha256Text } from '../../sync/seal/digest.ts';
import { chance, clock, timers } from './browser-ports.ts';
import { deviceStore, documentId, peers, session } from './device.ts';

/**
 * Opens an attempt whose sitting is on this device, for who is signed in. Null: this session has no vault, so that nothing
 * could be sealed for them. Rejects with `VaultMismatch` where the sitting belongs to another credential: enter the exam again.
 */
export async function openAttemptHere(attemptId: string): Promise<AttemptSession | null> {
  const vault = await session.vault();
  if (!vault) return null;
  // The exam does without where this can't be fetched: each write looks for free space, too.
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
  });
}
