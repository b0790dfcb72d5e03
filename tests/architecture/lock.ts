import type { RuleViolation } from './rule-violation.ts';

interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly gypfile?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export interface PackageLock {
  readonly packages: Record<string, LockEntry>;
}

/**
 * Packages that ship a binary and have no install script. npm 10 sees better-sqlite3's binding.gyp and runs node-gyp, which needs a
 * compiler. A flag in the lock file prevents this, but `npm install` removes the flag.
 */
const prebuilt = ['node_modules/better-sqlite3'];

const mend = 'run `npm run lock:mend`';

/** Returns the faults of a lock file: registry addresses, missing optional packages, and missing flags of prebuilt packages. */
export function checkLock(lock: PackageLock): RuleViolation[] {
  const fault = (reason: string): RuleViolation => ({ rule: 'lock', path: 'package-lock.json', reason });
  const faults: RuleViolation[] = [];
  for (const [at, entry] of Object.entries(lock.packages)) {
    if (entry.resolved !== undefined) faults.push(fault(`${at} names the place it came from: ${mend}`));
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      // Without this package `npm ci` fails on every platform. It is missing if it could not be downloaded when the lock file was written.
      if (!resolvable(lock, at, name))
        faults.push(fault(`${at} lacks its optional ${name}: pin a version whose every platform can be had`));
    }
  }
  for (const at of prebuilt) {
    if (lock.packages[at]?.gypfile !== false) faults.push(fault(`${at} lacks "gypfile": false: ${mend}`));
  }
  return faults;
}

function resolvable(lock: PackageLock, from: string, name: string): boolean {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`]) return true;
    if (base === '') return false;
  }
}

/** Returns the lock file without registry addresses and with the flags of prebuilt packages. */
export function repairLock(lock: PackageLock): PackageLock {
  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([at, { resolved: _, ...entry }]) => [
      at,
      prebuilt.includes(at) ? { ...entry, gypfile: false } : entry,
    ]),
  );
  return { ...lock, packages };
}
