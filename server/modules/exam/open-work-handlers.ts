import { type Handlers, Refusal } from '../../http/handler.ts';
import { userReads } from '../user/user-reads.ts';
import type { ExamDeps } from './exam-deps.ts';
import { openWorkStore } from './open-work-store.ts';
import { overlapStore } from './overlap-store.ts';
import { planAccess } from './plan-access.ts';

/** Lists open work with the questions of an exam, before and after publication. Closing it is optional: held questions do not open. */
export function openWorkHandlers({ db, clock }: ExamDeps): Pick<Handlers<'exam'>, 'getOpenWork'> {
  const access = planAccess(db);
  const store = openWorkStore(db);
  return {
    async getOpenWork({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      if (plan instanceof Refusal) return plan;
      const { tasks, categories } = await store.of(plan, clock.nowMs());
      const mine = await overlapStore(db).readable(
        caller,
        tasks.map((task) => task.id),
      );
      const names = await userReads(db).names(tasks.map((task) => task.created_by));
      return {
        tasks: tasks.map(({ created_by, ...task }) => ({ ...task, setBy: names.get(created_by) ?? '', mayWithdraw: mine.has(task.id) })),
        categories,
      };
    },
  };
}
