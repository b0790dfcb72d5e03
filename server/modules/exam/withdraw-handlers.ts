import { examStatus } from '../../../sync/contract/codes.ts';
import { type Handlers, Refusal } from '../../http/handler.ts';
import { noted } from '../../things/noted.ts';
import type { ExamDeps } from './exam-deps.ts';
import { examStore } from './exam-store.ts';
import { planAccess } from './plan-access.ts';
import { planAnswer } from './plan-answer.ts';
import { inPlanTurn } from '../../db/plan-turns.ts';

/** Creates the call that withdraws a published plan. PCs that hold its package ask for the key themselves and never get it. */
export function withdrawHandlers({ db, clock }: ExamDeps): Pick<Handlers<'exam'>, 'withdraw'> {
  const store = examStore(db);
  const access = planAccess(db);
  return {
    withdraw: ({ id, reason }, context) =>
      inPlanTurn(db, id, async () => {
        const { caller } = context;
        const plan = await access.plan(caller, id);
        if (plan instanceof Refusal) return plan;
        // A second click, or a repeat after a lost response.
        if (plan.withdrawn_by === caller.userId && plan.withdraw_reason === reason) return { id, version: plan.version };
        const [before, after] = [{ status: examStatus.enabled }, { status: examStatus.notEnabled, reason }];
        const alongside = noted(context, { entity: 'examPlan', name: plan.name, before, after });
        const editor = { schoolId: caller.schoolId, userId: caller.userId, nowMs: clock.nowMs(), alongside };
        return planAnswer(await store.withdraw(plan, reason, editor), plan);
      }),
  };
}
