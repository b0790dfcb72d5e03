import { runInPlanScope } from '../../../db/plan-scope.ts';
import type { Audit } from '../../../http/audit.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { type ExamDeps, joinPlan } from '../../exams/exam/exam-plan-writes.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createAssignmentClassStore } from './assignment-class-store.ts';

type JoiningDeps = Pick<ExamDeps, 'db' | 'clock' | 'chance' | 'sync'>;

/**
 * Gives open assignments of a class to members who joined it after the assignment was set.
 * Runs after each call that may change class membership, and when the server starts. A student who leaves a class keeps its assignments. Each
 * assignment gets an audit entry in the same transaction.
 */
export async function createClassJoiner({ db, clock, chance, sync }: JoiningDeps, audit: Pick<Audit, 'noteIn'>): Promise<void> {
  const store = createAssignmentClassStore(db);
  for (const planId of await store.plansToJoin(clock.nowMs()))
    await runInPlanScope(db, planId, async () => {
      // Check again under the plan's lock: two calls may run at the same time.
      const found = await store.joinersOf(planId, clock.nowMs());
      if (found === undefined) return;
      const { plan, userIds } = found;
      const users = await createUserReads(db).examUsers(plan.school_id, userIds);
      const joiners = users.map((user) => ({ user, attemptId: chance.uuid() }));
      // Register the attempts with the answer log before they are in the plan, so that no attempt can be entered whose start the log does not know.
      await sync.registerStart(
        joiners.map(({ attemptId }) => attemptId),
        plan.start_ms,
      );
      await runUnitOfWork(db, plan.school_id, {}, async (tx) => {
        await joinPlan(tx, plan, joiners, clock.nowMs());
        const after = { joined: users.map(({ name }) => name) };
        await audit.noteIn(tx, { entity: 'task', id: planId, name: plan.name, before: {}, after, schoolId: plan.school_id });
        return after;
      });
    });
}
