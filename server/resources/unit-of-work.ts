import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { startScopedTransaction, type LockScope } from '../db/lock-scope.ts';
import type { ResponseStore } from '../http/response-store.ts';
import { Refusal } from '../http/handler.ts';

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
  let refusal: (R & Refusal) | undefined;
  try {
    return await startScopedTransaction(turn, db).execute(async (tx) => {
      const done = await work(tx);
      if (done instanceof Refusal) {
        refusal = done;
        throw new Error(done.error);
      }
      await answer?.keepIn(tx, done);
      return done;
    });
  } catch (error) {
    if (refusal) return refusal;
    throw error;
  }
}
