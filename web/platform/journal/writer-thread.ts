import { StorageFault } from '../../../sync/engine/client/ports.ts';
import type { WriterThread } from '../../../sync/engine/store/mirrored-store-ports.ts';
import type { JournalCalls } from './journal-messages.ts';

/** Makes the journal thread the writer that stores answers in both replicas. */
export const createWriterThread = (journal: JournalCalls): WriterThread => ({
  async sealAndWrite({ header, payload, cipher: { keys } }, prevHash, amend) {
    const said = keys && (await journal.sealAndWrite({ header, payload, keys }, prevHash, amend));
    if (!said || !('fault' in said)) return said;
    return { ...said, fault: new StorageFault(said.fault.kind, said.fault.text) };
  },
  prepare: () => void journal.prepare().catch(() => undefined),
});
