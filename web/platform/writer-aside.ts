import { StorageFault } from '../../sync/engine/ports.ts';
import type { WriterAside } from '../../sync/engine/twofold-ports.ts';
import type { JournalCalls } from './journal-messages.ts';

/** The journal's thread as the one that writes answers to both copies. */
export const writerAside = (journal: JournalCalls): WriterAside => ({
  async sealAndWrite({ header, payload, cipher: { keys } }, prevHash, amend) {
    const said = keys && (await journal.sealAndWrite({ header, payload, keys }, prevHash, amend));
    if (!said || !('fault' in said)) return said;
    return { ...said, fault: new StorageFault(said.fault.kind, said.fault.text) };
  },
  prepare: () => void journal.prepare().catch(() => undefined),
});
