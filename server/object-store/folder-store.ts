import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { getObjectPath, type ObjectStore } from './object-store.ts';

/** Stores objects in a folder. A local file to store must be on the folder's file system. */
export function createFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string): string => join(folder, getObjectPath(name));
  return {
    async put(name, content) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (content instanceof Uint8Array) return writeFile(path, content, { mode: 0o600, flush: true });
      await link(content.path, path).catch(async (error: unknown) => {
        // An object that exists already is the same one, stored earlier. Some file systems have no hard links; there, move the file.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(content.path, path);
      });
    },
    async get(name, [start, end] = [0, Infinity]) {
      const file = await open(pathOf(name)).catch(returnNullIfMissing);
      return file && (Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>);
    },
    async head(name) {
      return (await stat(pathOf(name)).catch(returnNullIfMissing))?.size ?? null;
    },
    delete: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      const entries = (await readdir(folder).catch(returnNullIfMissing)) ?? [];
      for (const entry of entries.filter((each) => /^[\da-f]{2}$/.test(each)).toSorted())
        yield* (await readdir(join(folder, entry))).toSorted();
    },
  };
}

function returnNullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
