import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Keeps a call's answer in the transaction that makes its change: whoever asks the same again hears it. */
export interface AnswerKeeper {
  keepIn(tx: Transaction<Database>, answer: object): Promise<void>;
}
