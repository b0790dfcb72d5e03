import { randomBytes } from 'node:crypto';
import { chownSync, copyFileSync, existsSync, lchownSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkDatabase } from '../db/opening/copy.ts';
import { lockFolder } from '../db/opening/folder-lock.ts';
import { openDatabase } from '../db/opening/open.ts';
import { markRestored } from '../answer-log/answer-log.ts';
import { openLogDatabase } from '../answer-log/log/log-database.ts';
import { readServerKeys } from '../answer-log/log/server-keys.ts';
import { jobMessages } from '../jobs/job-messages.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { createAuditLog } from '../features/platform/audit/audit-log.ts';
import { createSessionStore } from '../features/people/user/sign-in/session-store.ts';
import type { Logger } from '../ports.ts';
import { systemRandom } from '../system-ports.ts';
import { getTlsKitFolder } from '../tls/tls-kit.ts';
import { copyFolder } from '../backup/backup.ts';
import { syncFolder, syncPath } from '../backup/fsync.ts';
import { manifestName, readVerifiedManifest, type BackupManifest } from '../backup/manifest.ts';

export interface RestoreOptions {
  readonly from: string;
  readonly dataDir: string;
  /** True to rename an existing data folder out of the way. No file is deleted. */
  readonly force: boolean;
  readonly nowMs: number;
  readonly logger: Logger;
}

export interface RestoreResult {
  readonly manifest: BackupManifest;
  /** New path of the data folder that was there before. */
  readonly movedTo: string | null;
}

/**
 * Replaces a data folder by a backup. Everything is checked and prepared in a staging folder; then two renames exchange the folders.
 * The restored log gets a new server epoch (SY8), so that every device that reconnects sends again what the backup lacks.
 */
export async function restoreBackup({ from, dataDir, force, nowMs, logger }: RestoreOptions): Promise<RestoreResult> {
  const manifest = await readVerifiedManifest(from);
  const lock = existsSync(dataDir) ? lockFolder(dataDir, 0) : undefined;
  const staging = join(dirname(dataDir), `.${basename(dataDir)}.restoring-${randomBytes(4).toString('hex')}`);
  try {
    const isEmpty = !existsSync(dataDir) || readdirSync(dataDir).every((name) => name.startsWith('server.lock'));
    if (!isEmpty && !force) throw new Error(`${dataDir} is not empty: --force moves it aside (nothing is deleted)`);
    mkdirSync(dirname(dataDir), { recursive: true });
    copyFolder(from, staging);
    rmSync(join(staging, manifestName));
    keepCertificates(dataDir, staging);
    await prepare(staging, manifest, { nowMs, logger });
    keepOwner(dataDir, staging);
    syncFolder(staging);

    const stamp = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-');
    const movedTo = isEmpty ? null : `${dataDir}.before-restore-${stamp}`;
    if (movedTo !== null && existsSync(movedTo)) throw new Error(`${movedTo} exists already: rename or remove it`);
    if (movedTo !== null) renameSync(dataDir, movedTo);
    else if (existsSync(dataDir)) rmSync(dataDir, { recursive: true });
    renameSync(staging, dataDir);
    syncPath(dirname(dataDir));
    return { manifest, movedTo };
  } finally {
    lock?.release();
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Replaces only the main database (`wenkao.db`) of a data folder by that of a verified backup. The answer log stays, so it may know more than the
 * main database, never less (see `backUpFolder`). No server may use the folder.
 */
export function restoreModulesDatabase(from: string, dataDir: string): void {
  const [file, copy] = [join(dataDir, 'wenkao.db'), join(dataDir, 'wenkao.db.restoring')];
  copyFileSync(join(from, 'wenkao.db'), copy);
  if (process.getuid?.() === 0) chownSync(copy, statSync(dataDir).uid, statSync(dataDir).gid);
  if (process.platform !== 'win32') syncPath(copy);
  // Delete the old journal before the rename, because SQLite would apply it to the new file.
  for (const journal of ['-wal', '-shm']) rmSync(file + journal, { force: true });
  renameSync(copy, file);
  if (process.platform !== 'win32') syncPath(dataDir);
}

/**
 * Keeps the TLS certificates of the data folder that is about to be replaced, because the exam PCs trust them. If that folder has none, the
 * certificates of the backup are used.
 */
function keepCertificates(dataDir: string, staging: string): void {
  const present = getTlsKitFolder(dataDir);
  if (!existsSync(present)) return;
  rmSync(getTlsKitFolder(staging), { recursive: true, force: true });
  copyFolder(present, getTlsKitFolder(staging));
}

/** If root runs the restore, gives the copy to the owner of the data folder that it replaces, because the server does not run as root. */
function keepOwner(dataDir: string, staging: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return;
  const { uid, gid } = statSync(dataDir);
  for (const path of ['', ...readdirSync(staging, { recursive: true, encoding: 'utf8' })]) lchownSync(join(staging, path), uid, gid);
}

/**
 * Prepares the copy: checks it, refuses one of a newer version, applies migrations, gives the log a new server epoch, ends sessions and jobs, and
 * writes an audit entry.
 */
async function prepare(
  staging: string,
  manifest: BackupManifest,
  { nowMs, logger }: Pick<RestoreOptions, 'nowMs' | 'logger'>,
): Promise<void> {
  for (const name of ['wenkao.db', 'log.db']) checkDatabase(join(staging, name));
  const keys = await readServerKeys(join(staging, 'keys.json'));

  const log = openLogDatabase(join(staging, 'log.db'));
  markRestored({ log, chance: systemRandom });
  log.close();

  const { db, raw } = openDatabase(join(staging, 'wenkao.db'), nowMs);
  // A user who was signed out, disabled or given a new password since the backup must not be signed in again by it.
  await createSessionStore(db).removeAll();
  await createJobStore(db).breakOff(nowMs, jobMessages.cutOff());
  const audit = createAuditLog({ db, keys, clock: { nowMs: () => nowMs }, logger });
  const { madeAt, version, log: logFacts } = manifest;
  const change = { entity: 'backup', id: madeAt, schoolId: null, after: { madeAt, version, logEnd: logFacts.end } };
  await audit.write([{ call: 'restore', caller: null, code: 0, ip: '', agent: 'console', input: {}, change }]);
  await db.destroy();
  raw.close();
}
