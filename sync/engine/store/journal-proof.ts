import type { JournalReplica } from './replicas.ts';
import type { ReplicaTimeouts } from '../ops/replica-timeouts.ts';
import { repairTimeoutMs } from './journal-copier.ts';

/**
 * Remembers whether the journal could be read under its name at the last check (SY25). A write through an open handle proves nothing, because
 * its file may be deleted. `onLost` runs when a proven journal is lost, so that the save indicator withdraws its promise.
 */
export function createJournalProof(second: Pick<JournalReplica, 'prove'>, succeeds: ReplicaTimeouts['succeeds'], onLost: () => void) {
  let proven = true;
  const prove = async (): Promise<boolean> => (proven = await succeeds(second.prove(), repairTimeoutMs));
  return {
    isProven: () => proven,
    prove,
    async watch(): Promise<void> {
      const was = proven;
      if (!(await prove()) && was) onLost();
    },
  };
}
