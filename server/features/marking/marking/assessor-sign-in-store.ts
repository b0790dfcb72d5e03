import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';

/** Returns when assessors signed in to their exams (ms), by plan id and user id. `db` may be a transaction. */
export async function listAssessorSignIns(db: Kysely<Database>, planIds: readonly number[]): Promise<Map<number, Map<number, number>>> {
  if (planIds.length === 0) return new Map();
  const rows = await db.selectFrom('assessor_sign_in').selectAll().where('plan_id', 'in', planIds).execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.plan_id)].map(([planId, own]) => [
      planId,
      new Map(own.map((row) => [row.user_id, row.signed_in_ms])),
    ]),
  );
}

/** Adds the sign-in of an assessor who has not signed in to the plan yet. */
export async function addAssessorSignIn(
  tx: Transaction<Database>,
  { planId, userId, nowMs }: { readonly planId: number; readonly userId: number; readonly nowMs: number },
): Promise<void> {
  await tx.insertInto('assessor_sign_in').values({ plan_id: planId, user_id: userId, signed_in_ms: nowMs }).execute();
}
