import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  isDevelopmentFile,
  listImportedPackages,
  listModuleFolders,
  listServerSources,
  readLock,
  type LockedPackages,
} from './package-modules.ts';

const lock: LockedPackages = {
  packages: {
    'node_modules/native': { optionalDependencies: { 'native-linux': '1', 'native-musl': '1', 'native-windows': '1', absent: '1' } },
    'node_modules/native-linux': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/native-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/native-windows': { os: ['win32'], cpu: ['x64'] },
    'node_modules/a': { dependencies: { b: '1', a: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': {},
  },
};

it('listModuleFolders lists the imported packages and their dependencies for one platform', () => {
  const inner = ['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c', 'node_modules/native'];
  expect(listModuleFolders(lock, ['native', 'a'], 'linux-x64')).toEqual([...inner, 'node_modules/native-linux']);
  expect(listModuleFolders(lock, ['native', 'a'], 'win-x64')).toEqual([...inner, 'node_modules/native-windows']);
});

it('listImportedPackages finds imports of every form', () => {
  const text =
    "import a from 'a';\nimport type { B } from '@b/b/deep';\nimport 'c';\nawait import('d');\nimport { x } from './x.ts';\nimport 'node:fs';";
  expect(listImportedPackages(['one.ts', 'two.json'], () => text)).toEqual(['@b/b', 'a', 'c', 'd']);
});

it('isDevelopmentFile excludes tests and development tools', () => {
  for (const path of [
    'server/a.test.ts',
    'server/run/dev.ts',
    'server/run/build-when-stale.ts',
    'server/run/lean-zod.ts',
    'server/packaging/a.ts',
  ])
    expect(isDevelopmentFile(path), path).toBe(true);
  for (const path of ['server/main.ts', 'server/run/wenkao.ts', 'server/run/tls.ts']) expect(isDevelopmentFile(path), path).toBe(false);
});

it('no tool that builds the web application gets into a package', () => {
  const root = join(import.meta.dirname, '..', '..');
  const names = listImportedPackages(listServerSources(root), (path) => readFileSync(join(root, path), 'utf8'));
  const folders = listModuleFolders(readLock(root), names, 'linux-x64');
  expect(folders).toContain('node_modules/better-sqlite3');
  expect(folders.filter((path) => /\/(?:vite|rolldown|typescript|react|vitest)$/.test(path))).toEqual([]);
});
