import type { createFaultReporter } from '../faults.ts';
import type { ReplicaTimeouts } from '../ops/replica-timeouts.ts';
import { repairTimeoutMs } from './journal-copier.ts';
import type { MirroredStoreDeps } from './mirrored-store-ports.ts';

const persistenceTimeoutMs = 500;

/**
 * Remembers whether the journal can be trusted (SY25): whether it could be read under its name at the last check, and whether the browser may
 * delete all storage of this origin on a full disk. A write through an open handle proves nothing, because its file may be deleted.
 */
export function createJournalProof(
  deps: Pick<MirroredStoreDeps, 'second' | 'isStoragePersistent' | 'onDoubt'>,
  { inTime, succeeds }: ReplicaTimeouts,
  report: ReturnType<typeof createFaultReporter>,
) {
  let proven = true;
  let evictable = false;
  const prove = async (): Promise<boolean> => (proven = await succeeds(deps.second.prove(), repairTimeoutMs));
  /** Asks whether the browser keeps the storage. Only a full disk endangers it. */
  async function askPersistence(isDiskFull: boolean): Promise<void> {
    evictable = isDiskFull && !(await inTime(deps.isStoragePersistent(), persistenceTimeoutMs).catch(report));
  }
  return {
    /** True if ops that only the journal holds may be called saved. */
    isSafe: () => proven && !evictable,
    prove,
    askPersistence,
    async proveOnFullDisk(): Promise<void> {
      await askPersistence(true);
      await prove();
    },
    /** Proves the journal again. `onDoubt` runs when a proven journal is lost, so that the save indicator withdraws its promise. */
    async watch(): Promise<void> {
      const was = proven;
      if (!(await prove()) && was) deps.onDoubt('full');
    },
  };
}
