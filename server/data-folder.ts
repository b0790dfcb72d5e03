import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { backupPlace, type BackupPlace } from './backup/backup-place.ts';
import { inspectFolder, type FolderInspection } from './db/folder-inspection.ts';
import { lockFolder } from './db/folder-lock.ts';
import { isReadable, openDatabase } from './db/open.ts';
import type { Database } from './db/schema.ts';
import { keepWal } from './db/wal-keeper.ts';
import type { IngestDeps } from './ingest/ingest-ports.ts';
import { openLogDatabase } from './ingest/log-database.ts';
import { openProjectionDatabase } from './ingest/projection-store.ts';
import { loadServerKeys } from './ingest/server-keys.ts';
import type { Logger } from './ports.ts';

export interface DataFolder extends Pick<IngestDeps, 'log' | 'projections' | 'keys'> {
  readonly db: Kysely<Database>;
  readonly inspection: FolderInspection;
  readonly backups: BackupPlace;
  /** Which file can't be read any more; null while all is well. */
  fault(): string | null;
  close(): Promise<void>;
}

/**
 * Everything a server keeps: `wenkao.db` (the modules), `log.db` (the log of answers), `projections.db` (derived from the log, may
 * be deleted) and `keys.json`. Held by one server at a time.
 */
export async function openDataFolder(
  folder: string,
  nowMs: number,
  logger: Pick<Logger, 'error' | 'warn'>,
  statement?: (sql: string, tookMs: number) => void,
): Promise<DataFolder> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  const keys = await loadServerKeys(join(folder, 'keys.json'));
  const { db, raw } = openDatabase(join(folder, 'wenkao.db'), nowMs, {
    began: (migration) =>
      logger.warn(
        { migration },
        'bringing the database up to date: with many questions this takes minutes, and nothing answers before it is done',
      ),
    ...(statement && { statement }),
  });
  const log = openLogDatabase(join(folder, 'log.db'));
  const projections = openProjectionDatabase(join(folder, 'projections.db'));
  const files = { 'wenkao.db': raw, 'log.db': log, 'projections.db': projections };
  const keeper = keepWal(Object.fromEntries(Object.entries(files).map(([name, file]) => [join(folder, name), file])), logger);
  return {
    db,
    log,
    projections,
    keys,
    inspection: inspectFolder(folder, Object.keys(files)),
    backups: backupPlace(resolve(folder)),
    fault: () => Object.entries(files).find(([, file]) => !isReadable(file))?.[0] ?? null,
    async close() {
      await keeper.stop();
      await db.destroy();
      // Kysely closes its connection only if it was ever used.
      for (const file of Object.values(files)) file.close();
      lock.release();
    },
  };
}
