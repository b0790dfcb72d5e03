import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Locks the data folder, because two servers on one folder would both act as the only writer of the log. Throws if another server
 * holds the lock for more than `waitMs` milliseconds, the time a stopping predecessor may need. The lock is the operating system's
 * lock of an open file, so a killed server leaves none behind.
 */
export const lockFolder = (folder: string, waitMs = 5000): { release(): void } =>
  lockFile(join(folder, 'server.lock'), waitMs, `another server is using the data folder ${folder}`);

/**
 * Locks a file, which it makes if it is missing. Throws an error with the message `busyMessage` if another process holds it for `waitMs`
 * milliseconds, and one that names the file if it can't be opened.
 */
export function lockFile(path: string, waitMs: number, busyMessage: string): { release(): void } {
  let lock: Sqlite.Database | undefined;
  try {
    lock = new Sqlite(path);
    // Keep the journal in memory, so that a server can start again on a full disk.
    lock.pragma('journal_mode = MEMORY');
    lock.pragma(`busy_timeout = ${waitMs}`);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new Error(busyMessage, { cause: error });
    throw new Error(`${path} can't be locked (${(error as Error).message})`, { cause: error });
  }
  const heldLock = lock;
  return { release: () => void heldLock.close() };
}
