import { type Handlers } from '../../../../http/handler.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { createOpenWorkStore } from './open-work-store.ts';
import { createOverlapStore } from '../examinees/overlap-store.ts';
import { createPlanAccess } from '../plan-access.ts';

/** Lists open work with the questions of an exam, before and after publication. Closing it is optional: held questions do not open. */
export function createOpenWorkHandlers({ db, clock }: ExamDeps): Pick<Handlers<'exam'>, 'getOpenWork'> {
  const access = createPlanAccess(db);
  const store = createOpenWorkStore(db);
  return {
    async getOpenWork({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      const { tasks, categories } = await store.of(plan, clock.nowMs());
      const mine = await createOverlapStore(db).readable(
        caller,
        tasks.map((task) => task.id),
      );
      const names = await createUserReads(db).names(tasks.map((task) => task.created_by));
      return {
        tasks: tasks.map(({ created_by, ...task }) => ({ ...task, setBy: names.get(created_by) ?? '', mayWithdraw: mine.has(task.id) })),
        categories,
      };
    },
  };
}
