import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface InspectTask {
  readonly path: string;
  readonly what: 'count' | 'check';
}

export interface FolderFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Files in it, for a folder; a database counts its write-ahead log as its own. */
  readonly fileCount: number;
}

/** What an administrator may ask about the data folder. */
export interface FolderInspection {
  readonly folder: string;
  /** The database files, by name. */
  readonly databases: readonly string[];
  files(): Promise<FolderFile[]>;
  /** Null where the system doesn't tell. */
  disk(): Promise<{ freeBytes: number; totalBytes: number } | null>;
  tables(): Promise<{ file: string; name: string; rows: number }[]>;
  /** Reads a whole database file; gives what is wrong with it, nothing when it is sound. Rejects when `signal` ends. */
  check(database: string, signal: AbortSignal): Promise<string[]>;
}

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
      const found = databases.map(async (file) =>
        (await inWorker<{ name: string; rows: number }[]>({ path: join(folder, file), what: 'count' })).map((table) => ({
          file,
          ...table,
        })),
      );
      return (await Promise.all(found)).flat();
    },

    check: (database, signal) => inWorker<string[]>({ path: join(folder, database), what: 'check' }, signal),
  };
}

function inWorker<T>(task: InspectTask, signal?: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./file-inspect.worker.ts', import.meta.url), { workerData: task });
    worker.once('message', (answer: T) => done(answer));
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error(`nothing was said about ${task.path}`)));
    const stop = (): void => {
      fail(new Error('stopped'));
      void worker.terminate();
    };
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
