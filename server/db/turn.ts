import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * What a transaction, or a statement that writes by itself, may look at and then write, so that nobody else writes it in between: everything; what belongs
 * to one school (its id), though others write theirs meanwhile; or nothing, since it looks at nothing that it depends on.
 * SQLite lets one write at a time anyway.
 */
export type Turn = 'everything' | 'nothing' | number;

const asked = new AsyncLocalStorage<Turn>();

/** `work` is one transaction or statement, and depends on nothing beyond what its turn holds still. Without a word everything is held still. */
export const inTurnOf = <T>(turn: Turn, work: () => Promise<T>): Promise<T> => asked.run(turn, work);

export const turnAsked = (): Turn => asked.getStore() ?? 'everything';

/** `db.transaction()` that holds still no more than its turn. */
export const transactionIn = (turn: Turn, db: Kysely<Database>) => ({
  execute: <T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> => inTurnOf(turn, () => db.transaction().execute(work)),
});
