import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Flushes every file of a folder, and the folder's directory entries, to disk. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncFolder(path);
    else syncPath(path);
  }
  syncPath(folder);
}

/** Flushes one file or directory to disk. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a file of mode 0644 so that it holds either the old or the new text after a power cut, and the new text once this returns. */
export function writeFileWhole(file: string, text: string, encoding: BufferEncoding = 'utf8'): void {
  const partial = `${file}.partial`;
  try {
    writeFileSync(partial, text, { encoding, mode: 0o644 });
    // On Windows a folder cannot be flushed, nor can a file that is opened for reading only, as `syncPath` does.
    if (process.platform !== 'win32') syncPath(partial);
    renameSync(partial, file);
    if (process.platform !== 'win32') syncPath(dirname(file));
  } finally {
    rmSync(partial, { force: true });
  }
}
