import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { createPaperEntryStore, type PaperEntry } from './paper-entry-store.ts';

/** Tells whether a person may make the first entry of a paper: nobody has made it, the leader has not decided, and the second is not theirs. */
const isFirstFree = (entries: readonly PaperEntry[], by: number): boolean => !entries.some((entry) => entry.round !== 2 || entry.by === by);

/**
 * Writes first entries (points that the first of two people enters) of written papers. Returns the ids of the examinees for whom it wrote one. Never
 * overwrites an entry: leaves out examinees with a first entry, a decision of the marking leader, or a second entry by the same person.
 */
export async function writeFirstEntries(
  tx: Transaction<Database>,
  planId: number,
  entries: readonly Omit<PaperEntry, 'round'>[],
  nowMs: number,
): Promise<number[]> {
  const store = createPaperEntryStore(tx);
  const present = await store.ofPlan(planId);
  const fresh = entries.filter(({ userId, by }) => isFirstFree(present.get(userId) ?? [], by));
  await store.write(
    planId,
    fresh.map((entry) => ({ ...entry, round: 1 })),
    nowMs,
  );
  return fresh.map(({ userId }) => userId);
}

/** Reads the entries for one examinee's written paper in a plan. */
export const readEntriesOf = async (db: Kysely<Database>, planId: number, userId: number): Promise<readonly PaperEntry[]> =>
  (await createPaperEntryStore(db).ofPlan(planId)).get(userId) ?? [];

/** Removes the first entry of a paper, so that a corrected one can take its place. */
export const withdrawFirstEntry = (tx: Transaction<Database>, planId: number, userId: number): Promise<void> =>
  createPaperEntryStore(tx).remove(planId, userId, 1);

/** Returns the ids of the examinees for whose papers the person `by` can no longer make the first entry. */
export async function readEnteredUsers(db: Kysely<Database>, planId: number, by: number): Promise<ReadonlySet<number>> {
  const entries = await createPaperEntryStore(db).ofPlan(planId);
  return new Set([...entries].flatMap(([userId, own]) => (isFirstFree(own, by) ? [] : userId)));
}
