import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { transactionIn, type Turn } from '../db/turn.ts';
import type { AnswerKeeper } from '../http/answer-keeper.ts';
import { Refusal } from '../http/handler.ts';

/**
 * Every change is this: what `work` writes with `tx`, its entries in the audit log (`audit.noteIn`) and the answer for whoever asks the same
 * again stand together or not at all; a refusal undoes what was written before it. `turn`: what `work` looks at before it writes.
 */
export async function oneChange<R extends object>(
  db: Kysely<Database>,
  turn: Turn,
  { answer }: { readonly answer?: AnswerKeeper | undefined },
  work: (tx: Transaction<Database>) => Promise<R>,
): Promise<R> {
  let refusal: (R & Refusal) | undefined;
  try {
    return await transactionIn(turn, db).execute(async (tx) => {
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
