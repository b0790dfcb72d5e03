import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Two servers on one data folder would each believe to be the only writer of the log. The lock is the system's own on an open
 * file, so a killed server leaves none behind. Waits a little for a predecessor that is just stopping.
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
