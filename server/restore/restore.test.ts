import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jobState } from '../../sync/contract/codes.ts';
import { openDataFolder } from '../data-folder.ts';
import { openSqlite } from '../db/opening/open.ts';
import { postgresMarkerFile } from '../db/opening/open-modules.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { createSchoolStore } from '../features/people/school/school-store.ts';
import { createSessionStore } from '../features/people/user/sign-in/session-store.ts';
import { createUserStore } from '../features/people/user/user-store.ts';
import { getTlsKitFolder } from '../tls/tls-kit.ts';
import { backUpFolder } from '../backup/backup.ts';
import { restoreBackup, restoreModulesDatabase } from './restore.ts';

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const nowMs = Date.UTC(2026, 10, 21);

it('a restore ends all sessions and does not resume jobs that ran during the backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-restore-'));
  const dataDir = join(folder, 'data');
  try {
    const dataFolder = await openDataFolder(dataDir, nowMs, logger);
    const schoolId = await createSchoolStore(dataFolder.db).add({ website: 'demo', title: '甲学院', record: '', config: {} }, nowMs);
    const userId = await createUserStore(dataFolder.db).add({ schoolId, loginName: 'a', userType: 6, name: '甲', pwdHash: '' }, nowMs);
    const limits = { idleMs: 1, absoluteMs: 1 };
    await createSessionStore(dataFolder.db).add({ userId, tokenHash: Buffer.alloc(32), nowMs, limits, ip: '' });
    const jobs = createJobStore(dataFolder.db);
    const running = await jobs.add('backup', {}, { userId, schoolId }, nowMs);
    await jobs.begin('backup', nowMs);
    const waiting = await jobs.add('backup', {}, { userId, schoolId }, nowMs);
    const backup = await backUpFolder({ dataDir, into: join(folder, 'backups'), nowMs, version: '1' });
    await dataFolder.close();

    await restoreBackup({ from: backup.folder, dataDir, force: true, nowMs: nowMs + 1, logger });
    const restored = await openDataFolder(dataDir, nowMs + 2, logger);
    expect(await restored.db.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await restored.db.selectFrom('job').select(['id', 'state']).orderBy('id').execute()).toEqual([
      { id: running, state: jobState.broken },
      { id: waiting, state: jobState.waiting },
    ]);
    await restored.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a backup can be read by its owner alone, and a damaged one is refused before anything is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-restore-'));
  const dataDir = join(folder, 'data');
  const target = join(folder, 'elsewhere', 'data');
  try {
    await (await openDataFolder(dataDir, nowMs, logger)).close();
    const { folder: from } = await backUpFolder({ dataDir, into: join(folder, 'backups'), nowMs, version: '1' });
    expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^wenkao-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/)]);
    expect(readdirSync(from).toSorted()).toEqual(['keys.json', 'log.db', 'manifest.json', 'wenkao.db']);
    expect(statSync(from).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(from)) expect(statSync(join(from, name)).mode & 0o777, name).toBe(0o600);

    const restore = () => restoreBackup({ from, dataDir: target, force: false, nowMs: nowMs + 1, logger });
    const log = readFileSync(join(from, 'log.db'));
    const changed = Buffer.from(log);
    changed[200] = (changed[200] ?? 0) ^ 1;
    writeFileSync(join(from, 'log.db'), changed);
    await expect(restore()).rejects.toThrow('the backup is damaged: the checksum of log.db is wrong');
    rmSync(join(from, 'log.db'));
    await expect(restore()).rejects.toThrow('the backup is damaged: log.db is missing');
    writeFileSync(join(from, 'log.db'), log);
    const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as { migrations: string[] };
    const change = (fields: object): void => writeFileSync(join(from, 'manifest.json'), JSON.stringify({ ...manifest, ...fields }));
    change({ files: [{ path: '../keys.json', sizeBytes: 1, sha256: '' }] });
    await expect(restore()).rejects.toThrow('is not a Wenkao backup');
    expect(existsSync(target)).toBe(false);
    change({});
    await restore();
    expect(existsSync(join(target, 'keys.json'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a backup of a newer version is restored only if this version runs on its tables', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-restore-'));
  const dataDir = join(folder, 'data');
  try {
    await (await openDataFolder(dataDir, nowMs, logger)).close();
    const backUpWith = async (mark: number) => {
      const raw = openSqlite(join(dataDir, 'wenkao.db'));
      raw.prepare("INSERT OR REPLACE INTO migration VALUES ('9999-later', 1, ?)").run(mark);
      raw.close();
      return (await backUpFolder({ dataDir, into: join(folder, `backups-${mark}`), nowMs, version: '2' })).folder;
    };
    const [breaking, harmless] = [await backUpWith(0), await backUpWith(1)];
    const restore = (from: string) => restoreBackup({ from, dataDir, force: true, nowMs: nowMs + 1, logger });
    await expect(restore(breaking)).rejects.toThrow('made by a newer version (9999-later)');
    expect(readdirSync(folder).toSorted()).toEqual(['backups-0', 'backups-1', 'data']);
    expect((await restore(harmless)).movedTo).not.toBeNull();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a data folder with its modules on PostgreSQL is not backed up, and the message says how to do it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-backup-'));
  try {
    writeFileSync(join(folder, postgresMarkerFile), '');
    const into = join(folder, 'backups');
    await expect(backUpFolder({ dataDir: folder, into, nowMs, version: '1' })).rejects.toThrow(
      'use its own tools, as docs/operations.md says',
    );
    expect(existsSync(into)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a restore keeps the data folder’s certificates and restores those of the backup into an empty one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-restore-'));
  const dataDir = join(folder, 'data');
  const file = (of: string) => join(getTlsKitFolder(of), 'authority.pem');
  try {
    await (await openDataFolder(dataDir, nowMs, logger)).close();
    mkdirSync(getTlsKitFolder(dataDir));
    writeFileSync(file(dataDir), 'old');
    const backup = await backUpFolder({ dataDir, into: join(folder, 'backups'), nowMs, version: '1' });
    writeFileSync(file(dataDir), 'new');
    await restoreBackup({ from: backup.folder, dataDir, force: true, nowMs: nowMs + 1, logger });
    expect(readFileSync(file(dataDir), 'utf8')).toBe('new');
    const elsewhere = join(folder, 'other');
    await restoreBackup({ from: backup.folder, dataDir: elsewhere, force: false, nowMs: nowMs + 2, logger });
    expect(readFileSync(file(elsewhere), 'utf8')).toBe('old');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.runIf(process.getuid?.() === 0)('a restore by root leaves the data folder to the user of the service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-restore-'));
  const dataDir = join(folder, 'data');
  try {
    await (await openDataFolder(dataDir, nowMs, logger)).close();
    const backup = await backUpFolder({ dataDir, into: join(folder, 'backups'), nowMs, version: '1' });
    chownSync(dataDir, 4321, 4321);
    await restoreBackup({ from: backup.folder, dataDir, force: true, nowMs: nowMs + 1, logger });
    const paths = ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
    expect(paths).toContain('log.db');
    expect(paths.filter((path) => statSync(join(dataDir, path)).uid !== 4321)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('restoreModulesDatabase restores only the modules’ database and leaves the answer log unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-restore-'));
  const dataDir = join(folder, 'data');
  const add = async (website: string): Promise<void> => {
    const opened = await openDataFolder(dataDir, nowMs, logger);
    await createSchoolStore(opened.db).add({ website, title: website, record: '', config: {} }, nowMs);
    // Leave the write-ahead log of the database that is about to be replaced, as a killed server would.
    const journal = readFileSync(join(dataDir, 'wenkao.db-wal'));
    await opened.close();
    writeFileSync(join(dataDir, 'wenkao.db-wal'), journal);
  };
  try {
    await add('before');
    const backup = await backUpFolder({ dataDir, into: join(folder, 'backups'), nowMs, version: '1' });
    await add('after');
    const log = readFileSync(join(dataDir, 'log.db'));
    restoreModulesDatabase(backup.folder, dataDir);
    expect(readFileSync(join(dataDir, 'log.db'))).toEqual(log);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('wenkao.db'))).toEqual(['wenkao.db']);
    const opened = await openDataFolder(dataDir, nowMs, logger);
    expect(await opened.db.selectFrom('school').select('website').execute()).toEqual([{ website: 'before' }]);
    await opened.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
