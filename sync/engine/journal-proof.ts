import type { SecondCopy } from './copies.ts';
import type { Limits } from './in-time.ts';
import { mendPatienceMs } from './bring-over.ts';

/**
 * Remembers whether the journal could be read under its name at the last check (SY25). A write through an open handle proves nothing, because
 * its file may be deleted. `onLost` runs when a proven journal is lost, so that the save indicator withdraws its promise.
 */
export function createJournalProof(second: Pick<SecondCopy, 'prove'>, succeeds: Limits['succeeds'], onLost: () => void) {
  let proven = true;
  const prove = async (): Promise<boolean> => (proven = await succeeds(second.prove(), mendPatienceMs));
  return {
    isProven: () => proven,
    prove,
    async watch(): Promise<void> {
      const was = proven;
      if (!(await prove()) && was) onLost();
    },
  };
}
