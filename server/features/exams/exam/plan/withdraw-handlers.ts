import { examStatus } from '../../../../../sync/contract/codes.ts';
import { type Handlers } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { createExamStore } from '../exam-store.ts';
import { createPlanAccess } from '../plan-access.ts';
import { runInPlanScope } from '../../../../db/plan-scope.ts';

/** Creates the call that withdraws a published plan. PCs that hold its package ask for the key themselves and never get it. */
export function createWithdrawHandlers({ db, clock }: ExamDeps): Pick<Handlers<'exam'>, 'withdraw'> {
  const store = createExamStore(db);
  const access = createPlanAccess(db);
  return {
    withdraw: ({ id, reason }, context) =>
      runInPlanScope(db, id, async () => {
        const { caller } = context;
        const plan = await access.plan(caller, id);
        // A second click, or a repeat after a lost response.
        if (plan.withdrawn_by === caller.userId && plan.withdraw_reason === reason) return { id, version: plan.version };
        const editor = { schoolId: caller.schoolId, userId: caller.userId, nowMs: clock.nowMs() };
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const done = await store.withdraw(tx, plan, reason, editor);
          const sides = { before: { status: examStatus.enabled }, after: { status: examStatus.notEnabled, reason } };
          await context.audit.noteIn(tx, { entity: 'examPlan', id, name: plan.name, ...sides });
          return done;
        });
      }),
  };
}
