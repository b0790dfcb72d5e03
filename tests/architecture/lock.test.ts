import { describe, expect, it } from 'vitest';
import { checkLock, repairLock, type PackageLock } from './lock.ts';

const good: PackageLock = {
  packages: {
    'node_modules/better-sqlite3': { version: '1.0.0', gypfile: false },
    'node_modules/parser': { optionalDependencies: { 'parser-win': '1.0.0', 'parser-linux': '1.0.0' } },
    'node_modules/parser-win': {},
    'node_modules/parser/node_modules/parser-linux': {},
  },
};
const without = (at: string): PackageLock => ({
  packages: Object.fromEntries(Object.entries(good.packages).filter(([key]) => key !== at)),
});
const reasons = (lock: PackageLock): string[] => checkLock(lock).map((fault) => fault.reason);

describe('lock', () => {
  it('is content with a whole lock', () => expect(reasons(good)).toEqual([]));

  it('misses a platform', () => {
    expect(reasons(without('node_modules/parser-win'))).toEqual([expect.stringContaining('lacks its optional parser-win')]);
    expect(reasons(without('node_modules/parser/node_modules/parser-linux'))).toEqual([expect.stringContaining('parser-linux')]);
  });

  it('finds a place named, and mends it', () => {
    const named: PackageLock = {
      packages: { ...good.packages, 'node_modules/parser-win': { resolved: 'https://example.org/parser-win.tgz' } },
    };
    expect(reasons(named)).toEqual([expect.stringContaining('node_modules/parser-win names the place')]);
    expect(reasons(repairLock(named))).toEqual([]);
  });

  it('finds a package that npm 10 would compile, and mends it', () => {
    const dropped: PackageLock = { packages: { ...good.packages, 'node_modules/better-sqlite3': { version: '1.0.0' } } };
    expect(reasons(dropped)).toEqual([expect.stringContaining('gypfile')]);
    expect(reasons(repairLock(dropped))).toEqual([]);
  });
});
