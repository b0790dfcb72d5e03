import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

const turns = new WeakMap<Kysely<Database>, Map<number, Promise<unknown>>>();

/**
 * What changes whose time runs or whether scores are told is done one after the other in each plan: an extension must not slip in between
 * the look at who has finished and the release. One process serves a database, so a queue in memory is enough.
 */
export async function inPlanTurn<T>(db: Kysely<Database>, planId: number, work: () => Promise<T>): Promise<T> {
  const plans = turns.get(db) ?? new Map<number, Promise<unknown>>();
  turns.set(db, plans);
  const turn = (plans.get(planId) ?? Promise.resolve()).then(work, work);
  plans.set(planId, turn);
  try {
    return await turn;
  } finally {
    if (plans.get(planId) === turn) plans.delete(planId);
  }
}
