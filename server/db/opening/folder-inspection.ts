import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { runInThread } from '../../threads/run-in-thread.ts';

export interface InspectTask {
  readonly path: string;
  readonly what: 'count' | 'check';
}

export interface FolderFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Number of files: all files in a folder, or a database file together with the files of its write-ahead log. */
  readonly fileCount: number;
}

/** Reads facts about the data folder for an administrator. */
export interface FolderInspection {
  readonly folder: string;
  /** File names of the SQLite databases in the folder. */
  readonly databases: readonly string[];
  files(): Promise<FolderFile[]>;
  /** Returns free and total space of the folder's disk; null if the operating system does not report disk sizes. */
  disk(): Promise<{ freeBytes: number; totalBytes: number } | null>;
  tables(): Promise<{ file: string; name: string; rows: number }[]>;
  /** Checks a whole database file and returns the faults found; an empty list means that it is sound. Rejects when `signal` aborts. */
  check(database: string, signal: AbortSignal): Promise<string[]>;
}

/** Inspects the data folder. `databases`: file names of the databases in it. Counts and checks run in worker threads. */
export function inspectFolder(folder: string, databases: readonly string[]): FolderInspection {
  return {
    folder,
    databases,

    async files() {
      const sizes = new Map<string, { sizeBytes: number; fileCount: number }>();
      const entries = await readdir(folder, { withFileTypes: true, recursive: true });
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const [top = entry.name] = path.slice(folder.length + 1).split(/[\\/]/);
        const name = top.replace(/-(wal|shm)$/, '');
        const size = await stat(path).catch(() => null);
        if (size === null || name.startsWith('server.lock')) continue;
        const sum = sizes.get(name) ?? { sizeBytes: 0, fileCount: 0 };
        sizes.set(name, { sizeBytes: sum.sizeBytes + size.size, fileCount: sum.fileCount + 1 });
      }
      return [...sizes].map(([name, size]) => ({ name, ...size })).toSorted((a, b) => b.sizeBytes - a.sizeBytes);
    },

    async disk() {
      const system = await statfs(folder).catch(() => null);
      return system && { freeBytes: system.bavail * system.bsize, totalBytes: system.blocks * system.bsize };
    },

    async tables() {
      const inspections = databases.map(async (file) =>
        (await inspect<{ name: string; rows: number }[]>({ path: join(folder, file), what: 'count' })).map((table) => ({ file, ...table })),
      );
      return (await Promise.all(inspections)).flat();
    },

    check: (database, signal) => inspect<string[]>({ path: join(folder, database), what: 'check' }, signal),
  };
}

const inspect = <T>(task: InspectTask, signal?: AbortSignal): Promise<T> =>
  runInThread(new URL('./file-inspect.worker.ts', import.meta.url), task, signal);
