import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Locks the data folder, because two servers on one folder would both act as the only writer of the log. Throws if another server
 * holds the lock for more than `waitMs` milliseconds, the time a stopping predecessor may need. The lock is the operating system's
 * lock of an open file, so a killed server leaves none behind.
 */
export function lockFolder(folder: string, waitMs = 5000): { release(): void } {
  const lock = new Sqlite(join(folder, 'server.lock'));
  try {
    lock.pragma(`busy_timeout = ${waitMs}`);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(`another server is using the data folder ${folder}`, { cause: error });
  }
  return { release: () => void lock.close() };
}
