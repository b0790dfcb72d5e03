import { Dexie } from 'dexie';
import { isStreamDelivered } from '../../../sync/engine/store/store-rules.ts';
import type { DeviceDatabase } from './database.ts';

/**
 * Deletes attempts from the database that were archived before `beforeMs` (epoch milliseconds) and that the server is still known to hold
 * completely (SY8). Resolves with their ids.
 */
export const pruneArchived = (db: DeviceDatabase, beforeMs: number): PromiseLike<string[]> =>
  db.transaction('rw', db.sittings, db.streams, db.ops, db.clock, async () => {
    const old = await db.sittings.filter((row) => row.archivedMs !== null && row.archivedMs < beforeMs).toArray();
    const pruned: string[] = [];
    for (const { attemptId } of old) {
      const streams = await db.streams.where({ attemptId }).toArray();
      if (!streams.every(isStreamDelivered)) continue;
      for (const { streamId } of streams) await db.ops.where('[streamId+seq]').between([streamId, 0], [streamId, Dexie.maxKey]).delete();
      await Promise.all([db.streams.where({ attemptId }).delete(), db.sittings.delete(attemptId), db.clock.delete(attemptId)]);
      pruned.push(attemptId);
    }
    return pruned;
  });
