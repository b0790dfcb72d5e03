import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns in one sentence which folder this user can't write to, or null. Checks the parent of a folder that does not exist. */
export function findUnwritableFolder(folders: readonly string[]): string | null {
  for (const folder of new Set(folders.map(findExisting))) {
    if (!statSync(folder).isDirectory()) return `${folder} is a file, not a folder`;
    try {
      accessSync(folder, constants.W_OK);
    } catch (error) {
      const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS';
      return `nothing can be written in ${folder}: ${isReadOnly ? 'its disk is read-only' : 'this user may not'}`;
    }
  }
  return null;
}

/** Makes a folder that only its owner may enter, unless it exists. Throws an error with a one-sentence message if files cannot be written there. */
export function makeWritableFolder(folder: string): void {
  const problem = findUnwritableFolder([folder]);
  if (problem !== null) throw new Error(problem);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

const findExisting = (path: string): string => (existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path)));
