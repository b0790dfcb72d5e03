import { type Handlers, refuse } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { addAssessorSignIn, listAssessorSignIns } from './assessor-sign-in-store.ts';
import { createMarkerDutyStore } from './marker-duty-store.ts';
import { markingMessages as messages } from './marking-messages.ts';
import type { MarkingDeps } from './marking-reads.ts';

/** Assessors sign in from this long before the start of an exam. */
const leadMs = 2 * 60 * 60_000;

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
        await addAssessorSignIn(tx, { planId, userId: caller.userId, nowMs });
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: plan.name, before: {}, after: { signedInMs: nowMs } });
        return { signedInMs: nowMs };
      });
    },
  };
}
