import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { startScopedTransaction, type LockScope } from '../db/lock-scope.ts';
import type { ResponseStore } from '../http/response-store.ts';

/**
 * Runs a unit of work: the writes of `work`, its audit entries (`audit.noteIn`) and the idempotent response are one transaction. A refusal
 * rolls it back. `turn`: lock scope, which must cover every row that `work` reads before it writes.
 */
export async function runUnitOfWork<R extends object>(
  db: Kysely<Database>,
  turn: LockScope,
  { answer }: { readonly answer?: ResponseStore | undefined },
  work: (tx: Transaction<Database>) => Promise<R>,
): Promise<R> {
  return startScopedTransaction(turn, db).execute(async (tx) => {
    const done = await work(tx);
    await answer?.keepIn(tx, done);
    return done;
  });
}
