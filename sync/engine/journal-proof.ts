import type { SecondCopy } from './copies.ts';
import type { Limits } from './in-time.ts';
import { mendPatienceMs } from './bring-over.ts';

/**
 * The last proof that the journal can be read under its name (SY25). A write through an open handle proves nothing: the file behind it may be
 * deleted. `onLost` runs when a journal that was proven is lost, so that the save status withdraws "saved".
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
