import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '../data-folder.ts';
import { createBackupPlace } from './backup-place.ts';

describe('the backups of a data folder', { timeout: 60_000 }, () => {
  let around: string;
  let dataDir: string;
  const never = new AbortController().signal;
  beforeEach(() => {
    around = mkdtempSync(join(tmpdir(), 'wenkao-backups-'));
    dataDir = join(around, 'data');
  });
  afterEach(() => rmSync(around, { recursive: true }));

  it('are made by a separate process while the server runs, with progress, and are listed', async () => {
    const folder = await openDataFolder(dataDir, Date.now(), console);
    const { backups } = folder;
    expect(await backups.list()).toEqual([]);
    const steps: string[] = [];
    await backups.make(never, (done, total) => steps.push(`${done}/${total}`));
    await folder.close();
    expect(steps).toEqual(['0/6', '1/6', '2/6', '3/6', '4/6', '5/6', '6/6']);
    const [backup] = await backups.list();
    expect(backup).toMatchObject({ fileCount: 3, whole: true });
    expect(backup?.sizeBytes).toBeGreaterThan(10_000);

    truncateSync(join(backups.folder, backup?.name ?? '', 'log.db'), 100);
    mkdirSync(join(backups.folder, 'holiday-photos'));
    expect(await backups.list()).toMatchObject([{ name: backup?.name, whole: false }]);
    // `lastMs` reads a file in the data folder, because the last backup may be in another place.
    expect(await backups.lastMs()).toBe(backup?.madeMs);
  });

  it('fail with a reason for an incomplete data folder and leave no partial files', async () => {
    const place = createBackupPlace(dataDir);
    mkdirSync(dataDir);
    await expect(place.make(never, () => undefined)).rejects.toThrow(/no wenkao\.db/);
    writeFileSync(join(dataDir, 'wenkao.db'), 'no database at all');
    await expect(place.make(never, () => undefined)).rejects.toThrow(/not a database/);
    expect(readdirSync(place.folder)).toEqual([]);
  });

  it('can be stopped', async () => {
    const folder = await openDataFolder(dataDir, Date.now(), console);
    await expect(folder.backups.make(AbortSignal.abort(), () => undefined)).rejects.toThrow('the backup ended with a signal');
    const stopping = new AbortController();
    // The abort comes while the backup runs. The folder then has one complete backup or none, depending on which of the two ends first.
    await Promise.allSettled([folder.backups.make(stopping.signal, () => stopping.abort())]);
    await folder.close();
    if (existsSync(folder.backups.folder)) expect(readdirSync(folder.backups.folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
