import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from './folder-lock.ts';
import { openDatabase } from './open.ts';
import { postgresMarkerFile } from './open-modules.ts';
import { type DatabaseLock, lockDatabase } from '../postgres/database-lock.ts';
import { copyRowsToPostgres } from '../postgres/move.ts';
import { openPostgres } from '../postgres/open-postgres.ts';

/**
 * Moves the main database (`wenkao.db`) of a stopped server's data folder to the empty database at `url`. Returns the number of rows per table. On
 * failure throws an error with a message for the operator and changes nothing.
 */
export async function moveModulesToPostgres(folder: string, url: string, nowMs: number): Promise<Map<string, number>> {
  const path = join(folder, 'wenkao.db');
  if (!existsSync(path))
    throw new Error(`there is no wenkao.db in ${folder}${existsSync(join(folder, postgresMarkerFile)) ? ': it was moved before' : ''}`);
  const lock = lockFolder(folder);
  let databaseLock: DatabaseLock | undefined;
  try {
    databaseLock = await lockDatabase(url);
    // Bring both databases to this program's schema before the first row moves.
    await (await openPostgres(url, nowMs)).close();
    const { raw } = openDatabase(path, nowMs);
    let moved: Map<string, number>;
    try {
      moved = await copyRowsToPostgres(raw, url);
      raw.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      raw.close();
    }
    // Write the marker before the rename: if the process stops between the two, no start without DATABASE_URL makes an empty wenkao.db.
    writeFileSync(join(folder, postgresMarkerFile), '');
    renameSync(path, `${path}.moved`);
    return moved;
  } finally {
    await databaseLock?.release();
    lock.release();
  }
}
