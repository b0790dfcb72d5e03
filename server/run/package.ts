import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archivePackage } from '../packaging/archive-package.ts';
import type { PackagePlatform } from '../packaging/package-modules.ts';
import { stagePackage } from '../packaging/stage-package.ts';
import { runCommand } from './command.ts';
import { programVersion } from '../program-version.ts';

const usage = `npm run package [-- --platform linux-x64|win-x64] [-- --to <folder>]
  Makes the packages for machines without internet (default: both, in dist/package): Node, web application, server, modules, guide.`;

const root = join(import.meta.dirname, '..', '..');
const platforms = ['linux-x64', 'win-x64'] as const;

await runCommand(usage, { platform: { type: 'string' }, to: { type: 'string' } }, async ({ platform, to }) => {
  const chosenPlatforms = platforms.filter((each) => platform === undefined || platform === each);
  if (chosenPlatforms.length === 0) throw new Error(`--platform takes one of: ${platforms.join(', ')}`);
  const into = to ?? join(root, 'dist', 'package');
  mkdirSync(into, { recursive: true });
  const packagePaths: string[] = [];
  for (const each of chosenPlatforms) packagePaths.push(await makePackage(each, into));
  return packagePaths.join('\n');
});

async function makePackage(platform: PackagePlatform, into: string): Promise<string> {
  const name = `wenkao-${programVersion}-${platform}`;
  const work = mkdtempSync(join(into, '.work-'));
  try {
    const staged = join(work, name);
    mkdirSync(staged);
    stagePackage({
      root,
      into: staged,
      platform,
      version: programVersion,
      fetchPackage: (each, version) => fetchPackage(work, each, version),
    });
    return await archivePackage(staged, platform, into);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Fetches a package with npm and returns its unpacked folder. */
function fetchPackage(work: string, name: string, version: string): string {
  const folder = join(work, `.${name.replace('/', '-')}`);
  if (existsSync(folder)) return join(folder, 'package');
  mkdirSync(folder);
  execFileSync('npm', ['pack', `${name}@${version}`, '--pack-destination', folder, '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [archive] = readdirSync(folder);
  if (archive === undefined) throw new Error(`npm pack made no archive of ${name} ${version}`);
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder]);
  return join(folder, 'package');
}
