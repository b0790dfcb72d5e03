import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { itemMarkStore } from './item-mark-store.ts';
import { paperEntryStore } from './paper-entry-store.ts';

/** What people gave in a plan, for whoever keeps it: by attempt, and from paper by person. */
export function givenMarksReads(db: Kysely<Database>) {
  const { rule, ofAttempts, decisions } = itemMarkStore(db);
  return { rule, marks: ofAttempts, decisions, entries: (planId: number) => paperEntryStore(db).ofPlan(planId) };
}
