import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type PackagePlatform = 'linux-x64' | 'win-x64';

interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}
export interface LockedPackages {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Tells whether a file of `server/` or `sync/` runs only where the product is developed. */
export const isDevelopmentFile = (path: string): boolean =>
  /\.test\.ts$|^server\/packaging\/|^server\/run\/(?:dev|build-when-stale|direct-icons|lean-\w+|pwa-options|start-chunks|package)\.ts$/.test(
    path,
  );

/** Lists the sources of the server, relative to `root`. */
export const listServerSources = (root: string): string[] =>
  globSync('{server,sync}/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !isDevelopmentFile(path))
    .toSorted();

/** Lists the packages that the sources import by name. */
export function listImportedPackages(sources: readonly string[], readText: (path: string) => string): string[] {
  const packageNames = new Set<string>();
  for (const path of sources.filter((each) => each.endsWith('.ts')))
    for (const [, name] of readText(path).matchAll(/(?:\bfrom|\bimport\(|^import) ?'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/gm))
      if (name !== undefined && !name.startsWith('.') && !name.startsWith('node:')) packageNames.add(name);
  return [...packageNames].toSorted();
}

const systems = { 'linux-x64': { os: 'linux', libc: 'glibc' }, 'win-x64': { os: 'win32', libc: null } } as const;

function canRunOn({ os, cpu, libc }: LockedPackage, platform: PackagePlatform): boolean {
  const system = systems[platform];
  const isAllowed = (list: readonly string[] | undefined, value: string): boolean => list === undefined || list.includes(value);
  return isAllowed(os, system.os) && isAllowed(cpu, 'x64') && (system.libc === null || isAllowed(libc, system.libc));
}

/**
 * Lists the folders below the root, such as `node_modules/pg`, that `names` need on a platform, with all they depend on. The lock file names
 * the packages of every platform, also of those that are not installed here.
 */
export function listModuleFolders(lock: LockedPackages, names: readonly string[], platform: PackagePlatform): string[] {
  const folders = new Set<string>();
  const visit = (name: string, from: string): void => {
    const folder = resolveFolder(lock, name, from);
    const locked = folder === undefined ? undefined : lock.packages[folder];
    if (folder === undefined || locked === undefined || folders.has(folder) || !canRunOn(locked, platform)) return;
    folders.add(folder);
    for (const each of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies }))
      visit(each, folder);
  };
  for (const name of names) visit(name, '');
  return [...folders].toSorted();
}

/** Finds a package as Node does: in `node_modules` of the asking folder, then of each folder above it. */
function resolveFolder(lock: LockedPackages, name: string, from: string): string | undefined {
  const nestedFolder = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (lock.packages[nestedFolder]) return nestedFolder;
  if (from === '') return undefined;
  const above = from.lastIndexOf('/node_modules/');
  return resolveFolder(lock, name, above === -1 ? '' : from.slice(0, above));
}

export const readLock = (root: string): LockedPackages =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockedPackages;
