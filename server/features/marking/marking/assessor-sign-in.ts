import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createMarkerDutyStore } from './marker-duty-store.ts';
import { markingMessages as messages } from './marking-messages.ts';
import type { MarkingDeps } from './marking-reads.ts';

/** Assessors sign in from this long before the start of an exam. */
const leadMs = 2 * 60 * 60_000;

/** Returns when each of the users signed in to each of the plans (ms), by plan and user. `db` may be a transaction. */
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

/** Creates the call by which an assessor signs in on the day of the exam. The first time counts. */
export function createAssessorSignInHandlers({ db, clock }: MarkingDeps): Pick<Handlers<'marking'>, 'signIn'> {
  return {
    async signIn({ planId }, context) {
      const { caller, audit } = context;
      const [plan] = await createMarkerDutyStore(db).plans(caller, planId);
      if (plan === undefined) refuse('notFound', messages.notFound());
      if (plan.withdrawn_ms !== null) refuse('refused', messages.withdrawn());
      if (plan.released_ms !== null) refuse('refused', messages.released());
      const nowMs = clock.nowMs();
      if (nowMs < plan.start_ms - leadMs) refuse('refused', messages.signInEarly(plan.start_ms - leadMs));
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const known = (await listAssessorSignIns(tx, [planId])).get(planId)?.get(caller.userId);
        if (known !== undefined) return { signedInMs: known };
        await tx.insertInto('assessor_sign_in').values({ plan_id: planId, user_id: caller.userId, signed_in_ms: nowMs }).execute();
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: plan.name, before: {}, after: { signedInMs: nowMs } });
        return { signedInMs: nowMs };
      });
    },
  };
}
