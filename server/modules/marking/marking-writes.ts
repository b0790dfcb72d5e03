import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type ItemDecision, itemMarkStore } from './item-mark-store.ts';

/** Over all marks and over the key, as long as it is this answer that counts. */
export const decideItem = (tx: Transaction<Database>, planId: number, decision: ItemDecision): Promise<void> =>
  itemMarkStore(tx).decide(planId, decision);
