import { Dexie, type EntityTable } from 'dexie';
import type { PieceName, PieceRow, PieceStore } from '../../sync/engine/piece-store.ts';
import { guarded } from './storage-fault.ts';

const pieceDatabaseName = 'wenkao.pieces';

interface StoredPiece extends PieceRow {
  /** One of a file's pieces: attempt, answer and place. */
  readonly name: string;
}

/**
 * Pieces of files on answers, in a database of their own: what an answer waits for gets neither longer nor larger, and a fault here
 * is none of the answers'.
 */
class PieceDatabase extends Dexie {
  readonly pieces!: EntityTable<StoredPiece, 'name'>;

  constructor() {
    super(pieceDatabaseName, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ pieces: 'name, heldBy' });
  }
}

const nameOf = ({ attemptId, itemId, at }: PieceName): string => `${attemptId} ${itemId} ${String(at).padStart(3, '0')}`;

function readName(name: string): PieceName {
  const [attemptId = '', itemId = '', at] = name.split(' ');
  return { attemptId, itemId, at: Number(at) };
}

let opened: PieceDatabase | undefined;
const db = (): PieceDatabase => (opened ??= new PieceDatabase());

/** Most PCs never keep a file: nothing is made there for the looking. */
async function isThere(): Promise<boolean> {
  if (opened) return true;
  const known = (await indexedDB.databases()).some(({ name }) => name === pieceDatabaseName);
  return known;
}

const ofName = (prefix: string) => db().pieces.where('name').startsWith(prefix);

export const pieceStore: PieceStore = {
  add: (rows) => guarded(async () => void (await db().pieces.bulkPut(rows.map((row) => ({ ...row, name: nameOf(row) }))))),
  // Names alone: the pieces themselves are read one at a time, when their turn has come.
  waiting: (serverEpoch) =>
    guarded(async () => {
      if (!(await isThere())) return [];
      const { pieces } = db();
      const names =
        serverEpoch === undefined
          ? await pieces.where('heldBy').equals('').primaryKeys()
          : await pieces.where('heldBy').notEqual(serverEpoch).primaryKeys();
      return names.map(readName);
    }),
  piece: (name) => guarded(async () => ((await isThere()) ? db().pieces.get(nameOf(name)) : undefined)),
  held: (name, serverEpoch) => guarded(async () => void (await db().pieces.update(nameOf(name), { heldBy: serverEpoch }))),
  ofAttempt: (attemptId) =>
    guarded(async () => {
      if (!(await isThere())) return [];
      const [names, waiting] = await Promise.all([
        ofName(`${attemptId} `).primaryKeys(),
        db().pieces.where('heldBy').equals('').primaryKeys(),
      ]);
      const lacking = new Set(waiting);
      return names.map((name) => ({ ...readName(name), held: !lacking.has(name) }));
    }),
  drop: (attemptId, itemId) => guarded(async () => void (await ofName(`${attemptId} ${itemId} `).delete())),
};

/** Of attempts that are forgotten: nothing of theirs stays. */
export async function forgetPieces(attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0 || !(await isThere())) return;
  for (const attemptId of attemptIds) await guarded(async () => void (await ofName(`${attemptId} `).delete()));
}
