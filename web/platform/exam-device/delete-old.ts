import { removeChunks } from '../database/chunk-database.ts';
import { deviceDatabase } from '../journal/device-database.ts';
import { pruneArchived } from '../database/prune-archived.ts';
import { journalReplica } from '../journal/journal-replica.ts';
import { guardStorage } from '../database/storage-fault.ts';
import { paperCache } from './device.ts';
import { deleteOldSpareKits } from './spare-kits.ts';

/** Completely delivered and archived attempts stay this many milliseconds, for review and in case the server is restored from a backup (SY8). */
const archiveKeptMs = 30 * 86_400_000;

/**
 * Deletes attempts that were archived long ago, keys of papers that are no longer needed, and spare kits (sealed seats for spare PCs) of past exams.
 * Never rejects; the next start tries again.
 */
export async function deleteOld(): Promise<void> {
  await deleteArchived(Date.now() - archiveKeptMs).catch(() => undefined);
  await paperCache.deleteDeliveredKeys().catch(() => undefined);
  await deleteOldSpareKits(Date.now()).catch(() => undefined);
}

async function deleteArchived(beforeMs: number): Promise<void> {
  const forgotten = await guardStorage(() => pruneArchived(deviceDatabase, beforeMs));
  for (const attemptId of forgotten) await journalReplica.forget(attemptId);
  await removeChunks(forgotten);
}
