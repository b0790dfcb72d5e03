import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { readStoredFiles } from '../archive/stored-zip.ts';
import { readTarFiles, type TarFile } from '../archive/tar.ts';
import { syncFolder, syncPath } from '../backup/fsync.ts';
import { findPackageFault } from './package-listing.ts';

/** A package as `npm run package` writes it, checked file by file. */
export interface ProgramPackage {
  /** Name of its folder, such as "wenkao-1.2.0-linux-x64". */
  readonly name: string;
  readonly version: string;
  /** Platform of the package, such as "linux-x64". */
  readonly platform: string;
  /** Files of the package, with paths relative to its folder. */
  readonly files: readonly TarFile[];
  readonly sizeBytes: number;
}

const about = z.object({ name: z.literal('wenkao'), version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/), platform: z.string() });

/** Reads a package and checks that it is complete. Writes nothing. Throws an error of one sentence. */
export function readProgramPackage(file: string): ProgramPackage {
  if (!existsSync(file) || !statSync(file).isFile()) throw new Error(`there is no file ${file}`);
  const foreign = `${basename(file)} is not a Wenkao package, which has a name such as wenkao-1.2.0-linux-x64.tar.gz`;
  const files = readArchive(file, foreign);
  const name = files[0]?.path.split('/')[0] ?? '';
  const inner = files.map((each) => ({ ...each, path: each.path.slice(name.length + 1) }));
  const byPath = new Map(inner.map(({ path, bytes }) => [path, bytes]));
  const text = byPath.get('package.json')?.toString('utf8');
  if (!/^wenkao-[\w.-]+$/.test(name) || files.some(({ path }) => !path.startsWith(`${name}/`)) || text === undefined)
    throw new Error(foreign);
  const fault = findPackageFault(byPath);
  if (fault !== null) throw new Error(formatDamage(file, fault));
  const { data } = about.safeParse(JSON.parse(text));
  if (data === undefined) throw new Error(foreign);
  const sizeBytes = inner.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return { name, version: data.version, platform: data.platform, files: inner, sizeBytes };
}

/** Reads a `.tar.gz` or a `.zip`. The first bytes tell which, not the name. */
function readArchive(file: string, foreign: string): TarFile[] {
  const bytes = readFileSync(file);
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
  if (!isZip && !bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) throw new Error(foreign);
  try {
    if (!isZip) return readTarFiles(gunzipSync(bytes));
    const { files, faults } = readStoredFiles(bytes);
    if (faults[0] !== undefined) throw new Error(faults[0]);
    return [...files].map(([path, content]) => ({ path, bytes: content, isExecutable: false }));
  } catch (error) {
    throw new Error(formatDamage(file, (error as Error).message), { cause: error });
  }
}

const formatDamage = (file: string, fault: string): string =>
  `the package ${basename(file)} is damaged or incomplete (${fault}): copy it to this machine again`;

/** Returns the first of `name`, `name-2`, `name-3` … that is not taken in a folder. */
export function findFreeFolder(parent: string, name: string): string {
  for (let count = 1; ; count += 1) {
    const folder = join(parent, count === 1 ? name : `${name}-${count}`);
    if (!existsSync(folder)) return folder;
  }
}

/** Unpacks a package into the new folder `into`, which exists only when all files are on disk. `settings`: file that is copied into it, or null. */
export function unpackPackage({ files }: Pick<ProgramPackage, 'files'>, into: string, settings: string | null): void {
  const partial = join(dirname(into), `.${basename(into)}.partial`);
  // The user of the service must be able to read the files.
  const mask = process.umask(0o022);
  try {
    rmSync(partial, { recursive: true, force: true });
    for (const { path, bytes, isExecutable } of files) {
      mkdirSync(dirname(join(partial, path)), { recursive: true });
      writeFileSync(join(partial, path), bytes, { mode: isExecutable ? 0o755 : 0o644 });
    }
    if (settings !== null) copyFileSync(settings, join(partial, basename(settings)));
    if (process.platform !== 'win32') syncFolder(partial);
    renameSync(partial, into);
    if (process.platform !== 'win32') syncPath(dirname(into));
  } finally {
    process.umask(mask);
    rmSync(partial, { recursive: true, force: true });
  }
}
