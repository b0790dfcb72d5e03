import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type ItemDecision, itemMarkStore } from './item-mark-store.ts';

/** Writes a decision that overrides all marks and the key, as long as this answer counts. */
export const decideItem = (tx: Transaction<Database>, planId: number, decision: ItemDecision): Promise<void> =>
  itemMarkStore(tx).decide(planId, decision);
