import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Lock scope of a unit of work: the rows that nobody else may write while it reads and then writes. `everything`: the whole database.
 * A number: the rows of the school with this id. `nothing`: the unit's writes depend on no read.
 * SQLite serialises all writers anyway.
 */
export type LockScope = 'everything' | 'nothing' | number;

const asked = new AsyncLocalStorage<LockScope>();

/** Runs one transaction or statement with a lock scope. It must depend on nothing outside the scope. The default is `everything`. */
export const runInScope = <T>(turn: LockScope, work: () => Promise<T>): Promise<T> => asked.run(turn, work);

/** Returns the lock scope that the current `runInScope` asked for. */
export const getLockScope = (): LockScope => asked.getStore() ?? 'everything';
