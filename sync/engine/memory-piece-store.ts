import type { Transact } from './memory-client-store.ts';
import type { PieceName, PieceRow, PieceStore } from './piece-store.ts';

/** Rows are replaced, never changed in place, so a copy of the map is a copy of the disk. */
export type PieceDisk = Map<string, PieceRow>;

const nameOf = ({ attemptId, itemId, at }: PieceName): string => `${attemptId} ${itemId} ${at}`;

/** Creates a chunk store in memory, for tests and the simulation. */
export function createMemoryPieceStore(disk: () => PieceDisk, transact: Transact): PieceStore {
  return {
    add: (rows) =>
      transact('write', () => {
        for (const row of rows) disk().set(nameOf(row), row);
      }),
    waiting: (serverEpoch) =>
      transact('read', () => [...disk().values()].filter((row) => row.heldBy === '' || row.heldBy !== (serverEpoch ?? row.heldBy))),
    piece: (name) => transact('read', () => disk().get(nameOf(name))),
    held: (name, serverEpoch) =>
      transact('write', () => {
        const row = disk().get(nameOf(name));
        if (row) disk().set(nameOf(name), { ...row, heldBy: serverEpoch });
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
