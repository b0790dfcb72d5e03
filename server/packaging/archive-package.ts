import { execFileSync } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeStoredZip, type StoredFile } from '../archive/stored-zip.ts';
import { listFilesIn } from '../backup/backup.ts';
import { writePackageList } from '../upgrade/package-listing.ts';
import type { PackagePlatform } from './package-modules.ts';

/** Adds the list of its files to a staged package, and writes its archive into the folder `into`. Returns the path of the archive. */
export async function archivePackage(staged: string, platform: PackagePlatform, into: string): Promise<string> {
  await writePackageList(staged);
  const [around, name] = [dirname(staged), basename(staged)];
  const file = join(into, platform === 'win-x64' ? `${name}.zip` : `${name}.tar.gz`);
  if (platform === 'win-x64') await pipeline(Readable.from(writeStoredZip(readFiles(staged))), createWriteStream(file));
  // Use the format ustar, because the upgrade reads only that (`readTarFiles`).
  else
    execFileSync('tar', ['-czf', file, '--format=ustar', '--owner=0', '--group=0', '--numeric-owner', '--sort=name', '-C', around, name]);
  return file;
}

async function* readFiles(staged: string): AsyncGenerator<StoredFile> {
  for (const path of listFilesIn(staged)) yield { path: `${basename(staged)}/${path}`, bytes: readFileSync(join(staged, path)) };
}
