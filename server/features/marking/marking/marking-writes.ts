import type { Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { type ItemDecision, createItemMarkStore } from './item-mark-store.ts';

/** Writes a decision that overrides all marks and the key, as long as this answer counts. */
export const writeItemDecision = (tx: Transaction<Database>, planId: number, decision: ItemDecision): Promise<void> =>
  createItemMarkStore(tx).decide(planId, decision);
