import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { createItemMarkStore } from './item-mark-store.ts';
import { createPaperEntryStore } from './paper-entry-store.ts';

/** Reads the marks and decisions of a plan for staff: by attempt, and entries from written papers by user. */
export function createPlanMarkReads(db: Kysely<Database>) {
  const { rule, ofAttempts, decisions } = createItemMarkStore(db);
  return { rule, marks: ofAttempts, decisions, entries: (planId: number) => createPaperEntryStore(db).ofPlan(planId) };
}
