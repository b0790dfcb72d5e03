import type { Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { createPaperEntryStore, type PaperEntry } from './paper-entry-store.ts';

/**
 * Writes first entries of written papers, and returns the users who got one. A user with any entry is left out: what a person entered is never
 * overwritten.
 */
export async function writeFirstEntries(
  tx: Transaction<Database>,
  planId: number,
  entries: readonly Omit<PaperEntry, 'round'>[],
  nowMs: number,
): Promise<number[]> {
  const store = createPaperEntryStore(tx);
  const present = await store.ofPlan(planId);
  const fresh = entries.filter(({ userId }) => !present.has(userId));
  await store.write(
    planId,
    fresh.map((entry) => ({ ...entry, round: 1 })),
    nowMs,
  );
  return fresh.map(({ userId }) => userId);
}

/** Returns the users of a plan with any entry. */
export const readEnteredUsers = async (db: Parameters<typeof createPaperEntryStore>[0], planId: number): Promise<ReadonlySet<number>> =>
  new Set((await createPaperEntryStore(db).ofPlan(planId)).keys());
