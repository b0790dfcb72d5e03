import { Dexie } from 'dexie';
import type { LearningDatabase, MarkRow } from '../../platform/learning-database.ts';

/** Where a device keeps what was learned on it. Each call is one transaction: all of it is on the disk, or it rejects and nothing is. */
export interface MarkStore {
  put(rows: readonly MarkRow[]): Promise<void>;
  /** What no server is known to have. */
  waiting(userId: number): Promise<MarkRow[]>;
  /** What was told to a server that isn't this one. */
  heldElsewhere(userId: number, serverEpoch: string): Promise<MarkRow[]>;
  /** When the newest stretch ended. */
  newestMs(userId: number): Promise<number>;
  /** What a server has had for long. */
  prune(userId: number, beforeMs: number): Promise<void>;
}

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
