import { createMemoryClientStore, emptyDisk } from '../../../sync/engine/memory-client-store.ts';
import { clientStoreContract } from './client-store-contract.ts';

clientStoreContract('memory', () => {
  const disk = emptyDisk();
  return createMemoryClientStore(
    () => disk,
    async (_, work) => work(),
  );
});
