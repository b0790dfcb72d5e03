import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ProgramPackage } from './package-file.ts';

/** Compares versions such as "1.10.0" and "1.10.0-rc.1". Negative if `a` is older, 0 if both are equal. */
export function compareVersions(a: string, b: string): number {
  const split = (version: string): { numbers: number[]; rest: string } => {
    const [numbers = '', rest = ''] = version.split(/-(.*)/);
    return { numbers: numbers.split('.').map(Number), rest };
  };
  const [left, right] = [split(a), split(b)];
  const at = left.numbers.findIndex((number, index) => number !== right.numbers[index]);
  if (at !== -1) return (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
  if (left.rest === '' || right.rest === '') return (left.rest === '' ? 1 : 0) - (right.rest === '' ? 1 : 0);
  return left.rest.localeCompare(right.rest, 'en', { numeric: true });
}

/** Returns the platform of a package that runs on this machine, such as "linux-x64". */
export const getPackagePlatform = (platform: string, processor: string): string =>
  `${platform === 'win32' ? 'win' : platform}-${processor}`;

/** Returns in one sentence why a package can't replace the installed version on a machine, or null. */
export function findPackageObstacle(
  { platform, version }: Pick<ProgramPackage, 'platform' | 'version'>,
  machine: string,
  installed: string,
): string | null {
  if (platform !== machine) return `the package is for ${platform}, and this machine is ${machine}`;
  if (compareVersions(version, installed) >= 0) return null;
  return `the package is version ${version}, older than the installed ${installed}: an older version can't read the data of a newer one`;
}

/** Bytes that are about to be written into a folder, which need not exist. */
export interface SpaceNeed {
  readonly folder: string;
  readonly bytes: number;
}

/** Reads a number that identifies the disk on which a folder lies, and the free bytes of this disk. */
export type DiskReader = (folder: string) => Promise<{ readonly disk: number; readonly freeBytes: number }>;

/** Reads the disk of a folder, or of the first folder above it that exists. */
export const readDisk: DiskReader = async (folder) => {
  if (!existsSync(folder)) return readDisk(dirname(folder));
  const { bavail, bsize } = await statfs(folder);
  return { disk: statSync(folder).dev, freeBytes: bavail * bsize };
};

/** Returns in one sentence which disk lacks space, or null. Adds up the needs of all folders on one disk. */
export async function findSpaceObstacle(needs: readonly SpaceNeed[], read: DiskReader): Promise<string | null> {
  const disks = new Map<number, { folder: string; bytes: number; freeBytes: number }>();
  for (const { folder, bytes } of needs) {
    const { disk, freeBytes } = await read(folder);
    const usage = disks.get(disk);
    disks.set(disk, { folder: usage?.folder ?? folder, bytes: (usage?.bytes ?? 0) + bytes, freeBytes });
  }
  const short = [...disks.values()].find(({ bytes, freeBytes }) => bytes > freeBytes);
  if (short === undefined) return null;
  const toMb = (bytes: number): number => Math.ceil(bytes / 1e6);
  return `the disk of ${short.folder} has ${toMb(short.freeBytes)} MB free, and the upgrade needs ${toMb(short.bytes)} MB`;
}
