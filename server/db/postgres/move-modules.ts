import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '../folder-lock.ts';
import { openDatabase } from '../open.ts';
import { elsewhereMark } from '../open-modules.ts';
import { type DatabaseLock, lockDatabase } from './database-lock.ts';
import { moveRows } from './move.ts';
import { openPostgres } from './open-postgres.ts';

/** The modules of a data folder whose server is stopped, to the empty database at `url`. Throws one sentence; then all is as it was. */
export async function moveModules(folder: string, url: string, nowMs: number): Promise<Map<string, number>> {
  const path = join(folder, 'wenkao.db');
  if (!existsSync(path))
    throw new Error(`there is no wenkao.db in ${folder}${existsSync(join(folder, elsewhereMark)) ? ': it was moved before' : ''}`);
  const lock = lockFolder(folder);
  let databaseLock: DatabaseLock | undefined;
  try {
    databaseLock = await lockDatabase(url);
    // Both have the schema of this program before a row moves.
    await (await openPostgres(url, nowMs)).close();
    const { raw } = openDatabase(path, nowMs);
    let moved: Map<string, number>;
    try {
      moved = await moveRows(raw, url);
      raw.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      raw.close();
    }
    renameSync(path, `${path}.moved`);
    writeFileSync(join(folder, elsewhereMark), '');
    return moved;
  } finally {
    await databaseLock?.release();
    lock.release();
  }
}
