import { inPlanTurn } from '../../db/plan-turns.ts';
import { type ExamDeps, joinPlan } from '../exam/exam-plan-writes.ts';
import { userReads } from '../user/user-reads.ts';
import { taskClassStore } from './task-class-store.ts';

export type JoiningDeps = Pick<ExamDeps, 'db' | 'clock' | 'chance' | 'sync'>;

/**
 * Who is in a class that an open task was set for, and isn't in the task, is given it: they joined the class later. Looked at when somebody looks at
 * tasks. Who leaves a class keeps what they were given.
 */
export async function joinOfClasses(
  deps: JoiningDeps,
  among: { readonly userId?: number; readonly planIds?: readonly number[] },
): Promise<void> {
  const { db, clock, chance, sync } = deps;
  const store = taskClassStore(db);
  for (const planId of await store.plansToJoin(among, clock.nowMs()))
    await inPlanTurn(db, planId, async () => {
      // Looked at once more: two may have come at the same moment.
      const found = await store.joinersOf(planId, among.userId, clock.nowMs());
      if (found === undefined) return;
      const { plan, userIds } = found;
      const users = await userReads(db).examUsers(plan.school_id, userIds);
      const joiners = users.map((user) => ({ user, attemptId: chance.uuid() }));
      // Before they stand in the plan: nobody may enter one whose start the log does not know.
      sync.expect(
        joiners.map(({ attemptId }) => attemptId),
        plan.start_ms,
      );
      await db.transaction().execute((tx) => joinPlan(tx, plan, joiners, clock.nowMs()));
    });
}
