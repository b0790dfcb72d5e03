import { Dexie } from 'dexie';
import type { LearningDatabase, MarkRow } from '../../platform/learning-database.ts';

/** Stores learning records on this device. Each call is one transaction: it either writes everything to disk or rejects and writes nothing. */
export interface MarkStore {
  put(rows: readonly MarkRow[]): Promise<void>;
  /** Returns records that no server has acknowledged. */
  waiting(userId: number): Promise<MarkRow[]>;
  /** Returns records that were acknowledged under a different server epoch. */
  heldElsewhere(userId: number, serverEpoch: string): Promise<MarkRow[]>;
  /** Returns the end of the newest record. */
  newestMs(userId: number): Promise<number>;
  /** Deletes acknowledged records that ended before `beforeMs`. */
  prune(userId: number, beforeMs: number): Promise<void>;
}

/** Creates a `MarkStore` on IndexedDB. `heldBy` is '' for records without acknowledgement, otherwise the server epoch. */
export const dexieMarkStore = (marks: LearningDatabase['marks']): MarkStore => ({
  put: async (rows) => void (await marks.bulkPut([...rows])),
  waiting: (userId) => marks.where({ userId, heldBy: '' }).toArray(),
  heldElsewhere: (userId, serverEpoch) =>
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
