import { Dexie } from 'dexie';
import type { LearningDatabase, LearningSpanRow } from '../../platform/database/learning-database.ts';

/** Stores learning records on this device. Each call is one transaction: it either writes everything to disk or rejects and writes nothing. */
export interface LearningSpanStore {
  save(rows: readonly LearningSpanRow[]): Promise<void>;
  /** Returns the user's records that no server has acknowledged. */
  listUndelivered(userId: number): Promise<LearningSpanRow[]>;
  /** Returns records that were acknowledged under a different server epoch. */
  listOfOtherEpochs(userId: number, serverEpoch: string): Promise<LearningSpanRow[]>;
  /** Returns when the newest record of the user ends, in epoch milliseconds. */
  newestMs(userId: number): Promise<number>;
  /** Deletes acknowledged records that ended before `beforeMs`. */
  prune(userId: number, beforeMs: number): Promise<void>;
}

/** Creates a `LearningSpanStore` on IndexedDB. `heldBy` is '' for records without acknowledgement, otherwise the server epoch. */
export const createDexieSpanStore = (marks: LearningDatabase['marks']): LearningSpanStore => ({
  save: async (rows) => void (await marks.bulkPut([...rows])),
  listUndelivered: (userId) => marks.where({ userId, heldBy: '' }).toArray(),
  listOfOtherEpochs: (userId, serverEpoch) =>
    marks
      .where('[userId+heldBy]')
      .between([userId, ''], [userId, Dexie.maxKey], false)
      .filter((row) => row.heldBy !== serverEpoch)
      .toArray(),
  newestMs: async (userId) =>
    (await marks.where('[userId+toMs]').between([userId, Dexie.minKey], [userId, Dexie.maxKey]).last())?.toMs ?? 0,
  prune: async (userId, beforeMs) =>
    void (await marks
      .where('[userId+toMs]')
      .between([userId, Dexie.minKey], [userId, beforeMs])
      .filter((row) => row.heldBy !== '')
      .delete()),
});
