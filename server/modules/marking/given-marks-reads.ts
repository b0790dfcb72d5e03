import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { itemMarkStore } from './item-mark-store.ts';
import { paperEntryStore } from './paper-entry-store.ts';

/** Reads the marks and decisions of a plan for staff: by attempt, and entries from written papers by user. */
export function givenMarksReads(db: Kysely<Database>) {
  const { rule, ofAttempts, decisions } = itemMarkStore(db);
  return { rule, marks: ofAttempts, decisions, entries: (planId: number) => paperEntryStore(db).ofPlan(planId) };
}
