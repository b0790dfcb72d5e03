import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Stores a call's idempotent response in the transaction of its change, so that a repeated call gets the same response. */
export interface ResponseStore {
  keepIn(tx: Transaction<Database>, answer: unknown): Promise<void>;
}
