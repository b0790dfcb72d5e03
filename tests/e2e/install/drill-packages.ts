import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { archivePackage } from '../../../server/packaging/archive-package.ts';
import { stagePackage } from '../../../server/packaging/stage-package.ts';

const platform = 'linux-x64';
export const getPackageName = (version: string): string => `wenkao-${version}-${platform}`;

/**
 * Makes a package of this program, and returns its file. `replaced`: texts of files that differ from this program's. Needs a built web
 * application, and no network.
 */
export async function makePackage(into: string, version: string, replaced: Readonly<Record<string, string>> = {}): Promise<string> {
  const staged = join(into, getPackageName(version));
  const fetchPackage = (name: string): never => {
    throw new Error(`${name} is not installed`);
  };
  mkdirSync(staged);
  stagePackage({ root: process.cwd(), into: staged, platform, version, fetchPackage });
  for (const [path, text] of Object.entries(replaced)) writeFileSync(join(staged, path), text);
  const file = await archivePackage(staged, platform, into);
  rmSync(staged, { recursive: true });
  return file;
}
