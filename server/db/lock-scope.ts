import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Lock scope of a unit of work: the rows that nobody else may write while it reads and then writes. `everything`: the whole database.
 * A number: the rows of the school with this id. `nothing`: the unit's writes depend on no read.
 * SQLite serialises all writers anyway.
 */
export type LockScope = 'everything' | 'nothing' | number;

const scopeStorage = new AsyncLocalStorage<LockScope>();

/** Runs one transaction or statement with a lock scope. Its writes must depend only on rows inside the scope. */
export const runInScope = <T>(scope: LockScope, work: () => T): T => scopeStorage.run(scope, work);

/**
 * Returns the lock scope that the current `runInScope` asked for. Commands and tests that ask for none get the whole database. The servers of the
 * contract tests refuse a write without a scope.
 */
export const getLockScope = (): LockScope => scopeStorage.getStore() ?? 'everything';

/**
 * Returns the scope of rows that a unit of work reads before it writes. `schoolIds`: the schools of these rows; 0 or null for the platform and the
 * certified bank. Rows of one school need that school's lock, others the whole database.
 */
export function getScopeOfSchools(schoolIds: Iterable<number | null>): LockScope {
  const [only, ...others] = new Set([...schoolIds].map((schoolId) => schoolId ?? 0));
  return only === undefined || only === 0 || others.length > 0 ? 'everything' : only;
}
