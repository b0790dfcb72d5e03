import type { SecondCopy } from './copies.ts';
import type { Limits } from './in-time.ts';
import { mendPatienceMs } from './bring-over.ts';

/**
 * The last proof that the journal can be read under its name (SY25). A write through an open handle is no proof: its file may be deleted.
 * `onLost` runs when a proven journal is lost, so that the save status withdraws its promise.
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
