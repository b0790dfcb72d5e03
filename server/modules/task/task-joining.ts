import { inPlanTurn } from '../../db/plan-turns.ts';
import type { Audit } from '../../http/audit.ts';
import { type ExamDeps, joinPlan } from '../exam/exam-plan-writes.ts';
import { userReads } from '../user/user-reads.ts';
import { taskClassStore } from './task-class-store.ts';

type JoiningDeps = Pick<ExamDeps, 'db' | 'clock' | 'chance' | 'sync'>;

/**
 * Gives open tasks of a class to the members who joined the class after the task was set. Runs after each call that may change who is in a
 * class, and at the start of the server. A student who leaves a class keeps the tasks. Each task gets an audit entry in the transaction.
 */
export async function joinOfClasses({ db, clock, chance, sync }: JoiningDeps, audit: Pick<Audit, 'noteIn'>): Promise<void> {
  const store = taskClassStore(db);
  for (const planId of await store.plansToJoin(clock.nowMs()))
    await inPlanTurn(db, planId, async () => {
      // Look again within the plan's turn: two calls may run at the same moment.
      const found = await store.joinersOf(planId, clock.nowMs());
      if (found === undefined) return;
      const { plan, userIds } = found;
      const users = await userReads(db).examUsers(plan.school_id, userIds);
      const joiners = users.map((user) => ({ user, attemptId: chance.uuid() }));
      // Before they stand in the plan: nobody may enter an attempt whose start the log does not know.
      sync.expect(
        joiners.map(({ attemptId }) => attemptId),
        plan.start_ms,
      );
      await db.transaction().execute(async (tx) => {
        await joinPlan(tx, plan, joiners, clock.nowMs());
        const after = { joined: users.map(({ name }) => name) };
        await audit.noteIn(tx, { entity: 'task', id: planId, name: plan.name, before: {}, after, schoolId: plan.school_id });
      });
    });
}
