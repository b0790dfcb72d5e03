import type { TransactionWrapper } from './memory-client-store.ts';
import type { ChunkName, ChunkRow, ChunkStore } from './chunk-store.ts';

/** Rows are replaced, never changed in place, so a copy of the map is a copy of the disk. */
export type ChunkDisk = Map<string, ChunkRow>;

const formatChunkName = ({ attemptId, itemId, at }: ChunkName): string => `${attemptId} ${itemId} ${at}`;

/** Creates a chunk store in memory, for tests and the simulation. */
export function createMemoryChunkStore(disk: () => ChunkDisk, transact: TransactionWrapper): ChunkStore {
  return {
    add: (rows) =>
      transact('write', () => {
        for (const row of rows) disk().set(formatChunkName(row), row);
      }),
    listUndelivered: (serverEpoch) =>
      transact('read', () => [...disk().values()].filter((row) => row.heldBy === '' || row.heldBy !== (serverEpoch ?? row.heldBy))),
    chunk: (name) => transact('read', () => disk().get(formatChunkName(name))),
    markReceived: (name, serverEpoch) =>
      transact('write', () => {
        const row = disk().get(formatChunkName(name));
        if (row) disk().set(formatChunkName(name), { ...row, heldBy: serverEpoch });
      }),
    ofAttempt: (attemptId) =>
      transact('read', () =>
        [...disk().values()].filter((row) => row.attemptId === attemptId).map((row) => ({ ...row, held: row.heldBy !== '' })),
      ),
    drop: (attemptId, itemId) =>
      transact('write', () => {
        for (const [name, row] of disk()) if (row.attemptId === attemptId && row.itemId === itemId) disk().delete(name);
      }),
  };
}
