import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { createBackupPlace, type BackupPlace } from './backup/backup-place.ts';
import { migrations } from './db/migrations/index.ts';
import { makeWritableFolder } from './db/opening/writable-folder.ts';
import { inspectFolder, type FolderInspection } from './db/opening/folder-inspection.ts';
import { lockFolder } from './db/opening/folder-lock.ts';
import { isReadable } from './db/opening/open.ts';
import { openModulesDatabase } from './db/opening/open-modules.ts';
import { DatabaseFaultWatch } from './db/postgres/database-faults.ts';
import { joinDatabase, type MemberTimes, type ServerFacts, type ServerMembership } from './db/postgres/server-membership.ts';
import { serverProtocol } from './db/postgres/server-protocol.ts';
import { openSharedLimits } from './db/postgres/shared-limits.ts';
import { createLocalLimits, type OpenLimitStates } from './http/limits/limit-states.ts';
import { runUnderLease, setLeases } from './db/lease.ts';
import type { DatabaseCallbacks } from './db/create-kysely.ts';
import type { Database } from './db/schema.ts';
import { keepWalShort } from './db/opening/wal-keeper.ts';
import type { AnswerLogDeps } from './answer-log/answer-log-ports.ts';
import { openLogDatabase } from './answer-log/log/log-database.ts';
import { openPostgresLog } from './answer-log/log/postgres-log.ts';
import type { SharedLog } from './answer-log/log/shared-log.ts';
import { openProjectionDatabase } from './answer-log/projection/projection-store.ts';
import { openServerKeys } from './open-keys.ts';
import type { Logger } from './ports.ts';
import type { ObjectStore } from './object-store/object-store.ts';
import { openObjectStore } from './object-store/open-object-store.ts';
import { programVersion } from './program-version.ts';
import type { Settings } from './settings.ts';
import { systemClock, systemRandom, systemTimers } from './system-ports.ts';

export interface DataFolder extends Pick<AnswerLogDeps, 'log' | 'projections' | 'keys'> {
  readonly db: Kysely<Database>;
  readonly inspection: FolderInspection;
  readonly objects: ObjectStore;
  readonly backups: BackupPlace;
  /** Returns the name of a file that can't be read any more, or a sentence why the database can't be used, or null. */
  fault(): string | null;
  /** The answer log on PostgreSQL; null if the file `log.db` is the answer log. */
  readonly sharedLog: SharedLog | null;
  /** Membership of this server among those that use the same database; null if only this server may use it. */
  readonly membership: Pick<ServerMembership, 'exchangePresence' | 'report' | 'listServers'> | null;
  readonly limits: OpenLimitStates;
  /** Resolves with a message when this server may not use the database any more and must stop. */
  readonly fatalError: Promise<Error>;
  close(): Promise<void>;
}

const never = new Promise<Error>(() => undefined);

/**
 * Opens the server's data: `wenkao.db` (the main database: everything except the answer log), `log.db` (op log of answers), `projections.db` (derived
 * from the log, may be deleted) and `keys.json`. If `databaseUrl` names a PostgreSQL server, the main database and the answer log are there, and
 * `log.db` is a replica of the log. Only one server at a time may hold the folder. Servers with the same keys and the same uploads may share a
 * PostgreSQL database. On failure throws an error with a one-sentence message and releases everything.
 */
export async function openDataFolder(
  folder: string,
  nowMs: number,
  logger: Pick<Logger, 'error' | 'warn'>,
  {
    databaseUrl = null,
    masterKey = null,
    s3 = null,
    port = 0,
    memberTimes,
    ...told
  }: Partial<Pick<Settings, 'databaseUrl' | 'masterKey' | 's3' | 'port'>> & { readonly memberTimes?: MemberTimes } & Pick<
      DatabaseCallbacks,
      'statement'
    > = {},
): Promise<DataFolder> {
  makeWritableFolder(folder);
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    return { ...(await openParts()), close };
  } catch (error) {
    await close();
    throw error;
  }

  async function openParts(): Promise<Omit<DataFolder, 'close'>> {
    const lock = lockFolder(folder);
    closers.push(() => lock.release());
    const faults = new DatabaseFaultWatch();
    const membership =
      databaseUrl === null
        ? null
        : await joinDatabase(databaseUrl, describeServer(nameUploads(join(folder, 'uploads'), s3), port), memberTimes, faults.note);
    closers.push(() => membership?.release());
    const reportMigration = (migration: string): void =>
      logger.warn({ migration }, 'migrating the database; with many questions this takes minutes, and the server answers only afterwards');
    const modules = await openModulesDatabase(
      folder,
      databaseUrl,
      nowMs,
      { ...told, onMigration: reportMigration, failed: faults.note },
      membership?.isHeld,
    );
    closers.push(modules.close);
    if (membership) setLeases(modules.db, membership);
    const log = openLogDatabase(join(folder, 'log.db'));
    closers.push(() => void log.close());
    const places = { file: join(folder, 'keys.json'), modules, masterKey };
    // If several servers start with an empty database, the lease lets only one server make the keys.
    const keys = await runUnderLease(modules.db, 'keys', systemTimers, () => openServerKeys(places, log, logger));
    const sharedLog = databaseUrl === null ? null : await openPostgresLog(databaseUrl, systemRandom, membership?.isHeld, faults.note);
    closers.push(() => sharedLog?.close());
    const sharedLimits = databaseUrl === null ? null : openSharedLimits(databaseUrl);
    closers.push(() => sharedLimits?.close());
    const projections = openProjectionDatabase(join(folder, 'projections.db'));
    closers.push(() => void projections.close());
    const derived = { 'log.db': log, 'projections.db': projections };
    const files = { ...(modules.file ? { [modules.file.name]: modules.file.raw } : {}), ...derived };
    const keeper = keepWalShort(Object.fromEntries(Object.entries(files).map(([name, file]) => [join(folder, name), file])), logger);
    closers.push(() => keeper.stop());
    return {
      db: modules.db,
      log,
      projections,
      sharedLog,
      membership,
      limits: sharedLimits?.open ?? createLocalLimits(),
      keys,
      objects: openObjectStore(join(folder, 'uploads'), s3, logger),
      inspection: inspectFolder(folder, Object.keys(files)),
      backups: createBackupPlace(resolve(folder)),
      fault: () =>
        faults.reason ??
        modules.fault() ??
        membership?.clockFault() ??
        Object.entries(derived).find(([, file]) => !isReadable(file))?.[0] ??
        null,
      fatalError: Promise.race([membership?.fatalError ?? never, sharedLog?.fatalError ?? never]),
    };
  }
}

function describeServer(uploads: string, port: number): ServerFacts {
  return {
    id: systemRandom.uuid(),
    name: `${hostname()}:${port}`,
    version: programVersion,
    migrations,
    protocol: serverProtocol,
    uploads,
    clock: systemClock,
  };
}

/**
 * Returns the bucket of the uploaded files or the id of their folder, which it makes if it is missing. Two servers find the same id in a folder that
 * both use.
 */
function nameUploads(folder: string, s3: Settings['s3']): string {
  if (s3 !== null) return `${s3.endpoint}/${s3.bucket}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'folder-id');
  try {
    writeFileSync(path, systemRandom.uuid(), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
