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

describe('the check of package-lock.json', () => {
  it('accepts a complete lock file', () => expect(reasons(good)).toEqual([]));

  it('reports a missing optional package of a platform', () => {
    expect(reasons(without('node_modules/parser-win'))).toEqual([expect.stringContaining('lacks its optional parser-win')]);
    expect(reasons(without('node_modules/parser/node_modules/parser-linux'))).toEqual([expect.stringContaining('parser-linux')]);
  });

  it('reports and removes a download address', () => {
    const named: PackageLock = {
      packages: { ...good.packages, 'node_modules/parser-win': { resolved: 'https://example.org/parser-win.tgz' } },
    };
    expect(reasons(named)).toEqual([expect.stringContaining('node_modules/parser-win names the place')]);
    expect(reasons(repairLock(named))).toEqual([]);
  });

  it('reports and repairs a package that npm 10 would compile', () => {
    const dropped: PackageLock = { packages: { ...good.packages, 'node_modules/better-sqlite3': { version: '1.0.0' } } };
    expect(reasons(dropped)).toEqual([expect.stringContaining('gypfile')]);
    expect(reasons(repairLock(dropped))).toEqual([]);
  });
});
