import { fork } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { getDefaultBackupsFolder, lastBackupFile } from './backup.ts';
import { readManifest } from './manifest.ts';

export interface StoredBackup {
  readonly name: string;
  readonly madeMs: number;
  /** Version of the program that made the backup. */
  readonly version: string;
  readonly sizeBytes: number;
  readonly fileCount: number;
  /** True if every file exists at its full length. Contents were compared with checksums when the backup was made. */
  readonly whole: boolean;
}

/** Lists and makes the backups of a data folder. */
export interface BackupPlace {
  readonly folder: string;
  /** Lists the backups, newest first. */
  list(): Promise<StoredBackup[]>;
  /** Time (ms) of the last verified backup of this data folder, also one in another place; null if there is none. */
  lastMs(): Promise<number | null>;
  /**
   * Makes a backup in a process of its own, so that exams do not wait for the copying. Rejects with a sentence for the operator, or when `signal`
   * aborts.
   */
  make(signal: AbortSignal, progress: (done: number, total: number) => void): Promise<void>;
}

const lastBackup = z.object({ madeAt: z.iso.datetime() });

const program = fileURLToPath(new URL('../run/backup.ts', import.meta.url));

/** Manages the backups in `<data>-backups` next to the data folder. */
export function createBackupPlace(dataDir: string): BackupPlace {
  const folder = getDefaultBackupsFolder(dataDir);
  const look = async (name: string): Promise<StoredBackup[]> => {
    const manifest = readManifest(join(folder, name));
    if (manifest === undefined) return [];
    const sizes = await Promise.all(manifest.files.map((file) => stat(join(folder, name, file.path)).catch(() => undefined)));
    return [
      {
        name,
        madeMs: Date.parse(manifest.madeAt),
        version: manifest.version,
        sizeBytes: manifest.files.reduce((sum, file) => sum + file.sizeBytes, 0),
        fileCount: manifest.files.length,
        whole: manifest.files.every((file, at) => sizes[at]?.size === file.sizeBytes),
      },
    ];
  };
  return {
    folder,

    async list() {
      // The folder does not exist before the first backup. The folder of an unfinished backup begins with a dot.
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name);
      return (await Promise.all(names.map(look))).flat().toSorted((a, b) => b.madeMs - a.madeMs);
    },

    async lastMs() {
      const text = await readFile(join(dataDir, lastBackupFile), 'utf8').catch(() => null);
      const newestBackup = text === null ? undefined : lastBackup.safeParse(JSON.parse(text)).data;
      const beside = (await this.list()).find((one) => one.whole)?.madeMs ?? -Infinity;
      const newest = Math.max(beside, newestBackup === undefined ? -Infinity : Date.parse(newestBackup.madeAt));
      return newest === -Infinity ? null : newest;
    },

    make: (signal, progress) =>
      new Promise((done, fail) => {
        const child = fork(program, ['--data', dataDir, '--to', folder], { silent: true, execArgv: [] });
        let errorOutput = '';
        child.stderr?.on('data', (text: Buffer) => (errorOutput = `${errorOutput}${text.toString()}`.slice(-2000)));
        child.on('message', (step: { done: number; total: number }) => progress(step.done, step.total));
        const stop = (): void => void child.kill('SIGTERM');
        signal.addEventListener('abort', stop, { once: true });
        if (signal.aborted) stop();
        child.once('error', fail);
        child.once('close', (code) => {
          signal.removeEventListener('abort', stop);
          if (code === 0) done();
          else fail(new Error(errorOutput.trim().split('\n').at(-1) || `the backup ended with ${code ?? 'a signal'}`));
        });
      }),
  };
}
