import { StorageFault } from '../../sync/engine/ports.ts';
import type { WriterAside } from '../../sync/engine/twofold-ports.ts';
import type { JournalCalls } from './journal-messages.ts';

/** Makes the journal thread the writer that stores answers in both replicas. */
export const writerAside = (journal: JournalCalls): WriterAside => ({
  async sealAndWrite({ header, payload, cipher: { keys } }, prevHash, amend) {
    const said = keys && (await journal.sealAndWrite({ header, payload, keys }, prevHash, amend));
    if (!said || !('fault' in said)) return said;
    return { ...said, fault: new StorageFault(said.fault.kind, said.fault.text) };
  },
  prepare: () => void journal.prepare().catch(() => undefined),
});
