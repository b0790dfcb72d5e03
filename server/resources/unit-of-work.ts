import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { runInScope, type LockScope } from '../db/lock-scope.ts';
import type { ResponseStore } from '../http/handler.ts';

/**
 * Runs a unit of work: the writes of `work`, its audit entries (`audit.noteIn`) and the idempotent response are one transaction. A refusal
 * rolls it back. `scope`: lock scope, which must cover every row that `work` reads before it writes. The third argument is the context of the call;
 * work of the server itself, or a part of a call that is not its response, passes `{}`.
 */
export const runUnitOfWork = <R>(
  db: Kysely<Database>,
  scope: LockScope,
  { answer }: { readonly answer?: ResponseStore | undefined },
  work: (tx: Transaction<Database>) => Promise<R>,
): Promise<R> =>
  runInScope(scope, () =>
    db.transaction().execute(async (tx) => {
      const result = await work(tx);
      await answer?.keepIn(tx, result);
      return result;
    }),
  );
