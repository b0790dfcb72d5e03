import { examStatus } from '../../../sync/contract/codes.ts';
import { type Handlers, Refusal } from '../../http/handler.ts';
import { noted } from '../../things/noted.ts';
import type { ExamDeps } from './exam-deps.ts';
import { examStore } from './exam-store.ts';
import { planAccess } from './plan-access.ts';
import { planAnswer } from './plan-answer.ts';
import { inPlanTurn } from '../../db/plan-turns.ts';

/** Calling a published plan off. PCs that hold it ask by themselves, and no key ever comes. */
export function withdrawHandlers({ db, clock }: ExamDeps): Pick<Handlers<'exam'>, 'withdraw'> {
  const store = examStore(db);
  const access = planAccess(db);
  return {
    withdraw: ({ id, reason }, context) =>
      inPlanTurn(db, id, async () => {
        const { caller } = context;
        const plan = await access.plan(caller, id);
        if (plan instanceof Refusal) return plan;
        // The same click again, or its repeat after a lost reply.
        if (plan.withdrawn_by === caller.userId && plan.withdraw_reason === reason) return { id, version: plan.version };
        const [before, after] = [{ status: examStatus.enabled }, { status: examStatus.notEnabled, reason }];
        const alongside = noted(context, { entity: 'examPlan', name: plan.name, before, after });
        const editor = { schoolId: caller.schoolId, userId: caller.userId, nowMs: clock.nowMs(), alongside };
        return planAnswer(await store.withdraw(plan, reason, editor), plan);
      }),
  };
}
