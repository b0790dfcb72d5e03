import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { makeWritableFolder } from '../db/opening/writable-folder.ts';
import { copyDatabase, listMigrations } from '../db/opening/copy.ts';
import { postgresMarkerFile } from '../db/opening/open-modules.ts';
import { openForReading } from '../db/opening/open.ts';
import { readLogFacts } from '../answer-log/log/log-database.ts';
import { formatChainHead } from '../features/platform/audit/audit-chain.ts';
import { createAuditStore } from '../features/platform/audit/audit-store.ts';
import { getTlsKitFolder } from '../tls/tls-kit.ts';
import { syncFolder, syncPath } from './fsync.ts';
import { describeFile, manifestName, readVerifiedManifest, type BackupManifest } from './manifest.ts';

export interface BackupOptions {
  readonly dataDir: string;
  /** Folder in which the backup creates a folder of its own. */
  readonly into: string;
  readonly nowMs: number;
  readonly version: string;
  readonly progress?: (done: number, total: number) => void;
}

/** Number of steps reported to `progress`: two databases, keys, uploads, checksums, comparison. */
const steps = 6;

export interface Backup {
  readonly folder: string;
  readonly sizeBytes: number;
  readonly manifest: BackupManifest;
}

/** File in the data folder that names the last verified backup, wherever it is. */
export const lastBackupFile = 'last-backup.json';

/**
 * Copies a data folder while a server uses it. Throws with a message for the operator.
 *
 * The order matters: first a snapshot of the main database (`wenkao.db`), then one of the answer log (`log.db`). Both snapshots contain all ops
 * acknowledged before the backup, and the log may know more than the main database, never less. This is safe: ops of an attempt that the main
 * database lacks are stored, and an epoch granted but never bound cannot be claimed. In the reverse order, a seat could have an epoch that the log
 * never granted, and the next grant would issue the same epoch again. Uploads are copied last, so that every row's file exists.
 */
export async function backUpFolder({ dataDir, into, nowMs, version, progress = () => undefined }: BackupOptions): Promise<Backup> {
  if (existsSync(join(dataDir, postgresMarkerFile)))
    throw new Error('the database is on PostgreSQL, which wenkao does not back up: use its own tools, as docs/operations.md says');
  if (!existsSync(join(dataDir, 'wenkao.db'))) throw new Error(`there is no wenkao.db in ${dataDir}: is this a data folder?`);
  const madeAt = new Date(nowMs).toISOString();
  makeWritableFolder(into);
  const folder = join(into, `wenkao-${madeAt.slice(0, 19).replaceAll(':', '-')}`);
  if (existsSync(folder)) throw new Error(`the backup ${folder} exists already`);
  const partial = join(into, `.${basename(folder)}.partial`);
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  // Remove the unfinished copy even if a signal ends the process.
  const sweep = (): void => rmSync(partial, { recursive: true, force: true });
  process.once('exit', sweep);
  try {
    progress(0, steps);
    await copyDatabase(join(dataDir, 'wenkao.db'), join(partial, 'wenkao.db'));
    progress(1, steps);
    await copyDatabase(join(dataDir, 'log.db'), join(partial, 'log.db'));
    progress(2, steps);
    copyPrivately(join(dataDir, 'keys.json'), join(partial, 'keys.json'));
    progress(3, steps);
    copyFolder(getTlsKitFolder(dataDir), getTlsKitFolder(partial));
    copyFolder(join(dataDir, 'uploads'), join(partial, 'uploads'));
    progress(4, steps);
    const files = await Promise.all(listFilesIn(partial).map((path) => describeFile(partial, path)));
    const facts = await readFacts(partial);
    const manifest: BackupManifest = { format: 1, madeAt, version, ...facts, files };
    writeFileSync(join(partial, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    syncFolder(partial);
    progress(5, steps);
    await readVerifiedManifest(partial);
    renameSync(partial, folder);
    syncPath(into);
    writeFileSync(join(dataDir, lastBackupFile), `${JSON.stringify({ madeAt, folder })}\n`, { mode: 0o600 });
    progress(steps, steps);
    return { folder, sizeBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0), manifest };
  } finally {
    sweep();
    process.off('exit', sweep);
  }
}

/** Returns the default folder: next to the data folder, not inside, so that moving or losing the data folder leaves the backups. */
export const getDefaultBackupsFolder = (dataDir: string): string => join(dirname(dataDir), `${basename(dataDir)}-backups`);

async function readFacts(folder: string): Promise<Pick<BackupManifest, 'migrations' | 'log' | 'auditHeads'>> {
  const { db, close } = openForReading(join(folder, 'wenkao.db'));
  const auditHeads = (await createAuditStore(db).heads()).map(formatChainHead);
  await close();
  return { migrations: listMigrations(join(folder, 'wenkao.db')), log: readLogFacts(join(folder, 'log.db')), auditHeads };
}

function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/** Copies a file that may be deleted between listing and copying. The copied database then has no reference to the file. */
function copyIfThere(from: string, to: string): void {
  try {
    copyPrivately(from, to);
  } catch (error) {
    if (existsSync(from)) throw error;
    rmSync(to, { force: true });
  }
}

/** Copies a folder recursively, with mode 0600 for files and 0700 for folders. */
export function copyFolder(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) copyFolder(join(from, entry.name), join(to, entry.name));
    else if (entry.isFile()) copyIfThere(join(from, entry.name), join(to, entry.name));
  }
}

/** Lists the files below a folder: relative paths with slashes, sorted. */
export const listFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
