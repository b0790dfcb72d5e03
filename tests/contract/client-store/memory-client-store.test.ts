import { createMemoryClientStore, createEmptyDisk } from '../../../sync/engine/store/memory-client-store.ts';
import { testClientStoreContract } from './client-store-contract.ts';

testClientStoreContract('memory', () => {
  const disk = createEmptyDisk();
  return createMemoryClientStore(
    () => disk,
    async (_, work) => work(),
  );
});
