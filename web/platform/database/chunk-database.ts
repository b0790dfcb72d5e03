import { Dexie, type EntityTable } from 'dexie';
import type { ChunkName, ChunkRow, ChunkStore } from '../../../sync/engine/store/chunk-store.ts';
import { guardStorage } from './storage-fault.ts';

const chunkDatabaseName = 'wenkao.pieces';

interface StoredChunk extends ChunkRow {
  /** Key of the chunk: attempt, item and position. */
  readonly name: string;
}

/** Database of attachment chunks. It is separate, so that it neither slows down the writing of answers nor breaks it by a fault. */
class ChunkDatabase extends Dexie {
  readonly pieces!: EntityTable<StoredChunk, 'name'>;

  constructor() {
    super(chunkDatabaseName, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ pieces: 'name, heldBy' });
  }
}

const formatChunkName = ({ attemptId, itemId, at }: ChunkName): string => `${attemptId} ${itemId} ${String(at).padStart(3, '0')}`;

function readName(name: string): ChunkName {
  const [attemptId = '', itemId = '', at] = name.split(' ');
  return { attemptId, itemId, at: Number(at) };
}

let opened: ChunkDatabase | undefined;
const openDatabase = (): ChunkDatabase => (opened ??= new ChunkDatabase());

/** Checks whether the database exists without creating it: most PCs never store an attachment. */
async function isThere(): Promise<boolean> {
  if (opened) return true;
  const known = (await indexedDB.databases()).some(({ name }) => name === chunkDatabaseName);
  return known;
}

const queryByPrefix = (prefix: string) => openDatabase().pieces.where('name').startsWith(prefix);

export const deviceChunkStore: ChunkStore = {
  add: (rows) =>
    guardStorage(async () => void (await openDatabase().pieces.bulkPut(rows.map((row) => ({ ...row, name: formatChunkName(row) }))))),
  // Read only the keys; the chunks themselves are read one at a time when they are sent.
  listUndelivered: (serverEpoch) =>
    guardStorage(async () => {
      if (!(await isThere())) return [];
      const { pieces } = openDatabase();
      const names =
        serverEpoch === undefined
          ? await pieces.where('heldBy').equals('').primaryKeys()
          : await pieces.where('heldBy').notEqual(serverEpoch).primaryKeys();
      return names.map(readName);
    }),
  chunk: (name) => guardStorage(async () => ((await isThere()) ? openDatabase().pieces.get(formatChunkName(name)) : undefined)),
  markReceived: (name, serverEpoch) =>
    guardStorage(async () => void (await openDatabase().pieces.update(formatChunkName(name), { heldBy: serverEpoch }))),
  ofAttempt: (attemptId) =>
    guardStorage(async () => {
      if (!(await isThere())) return [];
      const [names, waiting] = await Promise.all([
        queryByPrefix(`${attemptId} `).primaryKeys(),
        openDatabase().pieces.where('heldBy').equals('').primaryKeys(),
      ]);
      const lacking = new Set(waiting);
      return names.map((name) => ({ ...readName(name), held: !lacking.has(name) }));
    }),
  drop: (attemptId, itemId) => guardStorage(async () => void (await queryByPrefix(`${attemptId} ${itemId} `).delete())),
};

/** Deletes the chunks of attempts that were deleted. */
export async function removeChunks(attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0 || !(await isThere())) return;
  for (const attemptId of attemptIds) await guardStorage(async () => void (await queryByPrefix(`${attemptId} `).delete()));
}
