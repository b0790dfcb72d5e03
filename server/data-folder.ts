import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { backupPlace, type BackupPlace } from './backup/backup-place.ts';
import { inspectFolder, type FolderInspection } from './db/folder-inspection.ts';
import { lockFolder } from './db/folder-lock.ts';
import { isReadable } from './db/open.ts';
import { openModules } from './db/open-modules.ts';
import type { Told } from './db/told.ts';
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
 * Everything a server keeps: `wenkao.db` (the modules, unless `databaseUrl` names a PostgreSQL server for them), `log.db` (the log of answers), `projections.db` (derived from the log, may
 * be deleted) and `keys.json`. Held by one server at a time.
 */
export async function openDataFolder(
  folder: string,
  nowMs: number,
  logger: Pick<Logger, 'error' | 'warn'>,
  { databaseUrl = null, ...told }: { readonly databaseUrl?: string | null } & Pick<Told, 'statement'> = {},
): Promise<DataFolder> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  const keys = await loadServerKeys(join(folder, 'keys.json'));
  const modules = await openModules(folder, databaseUrl, nowMs, {
    ...told,
    began: (migration) =>
      logger.warn(
        { migration },
        'bringing the database up to date: with many questions this takes minutes, and nothing answers before it is done',
      ),
  }).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const log = openLogDatabase(join(folder, 'log.db'));
  const projections = openProjectionDatabase(join(folder, 'projections.db'));
  const derived = { 'log.db': log, 'projections.db': projections };
  const files = { ...(modules.file ? { [modules.file.name]: modules.file.raw } : {}), ...derived };
  const keeper = keepWal(Object.fromEntries(Object.entries(files).map(([name, file]) => [join(folder, name), file])), logger);
  return {
    db: modules.db,
    log,
    projections,
    keys,
    inspection: inspectFolder(folder, Object.keys(files)),
    backups: backupPlace(resolve(folder)),
    fault: () => modules.fault() ?? Object.entries(derived).find(([, file]) => !isReadable(file))?.[0] ?? null,
    async close() {
      await keeper.stop();
      await modules.close();
      for (const file of Object.values(derived)) file.close();
      lock.release();
    },
  };
}
