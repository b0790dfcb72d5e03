import { runInPlanScope } from '../../../../db/plan-scope.ts';
import { type Handlers, refuse, refuseField } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createOverlapStore } from '../examinees/overlap-store.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { createOpenWorkStore } from './open-work-store.ts';
import { createReleaseStore } from './release-store.ts';
import type { createScoreRelease } from './score-release.ts';

type ReleaseCalls = Pick<Handlers<'exam'>, 'releaseScores' | 'setRelease' | 'waive'>;

/** Creates the calls that release a plan's scores, set the release rule, and waive examinees that the release need not wait for. */
export function createReleaseHandlers(deps: ExamDeps, release: ReturnType<typeof createScoreRelease>): ReleaseCalls {
  const { db, clock } = deps;
  const access = createPlanAccess(db);
  const store = createReleaseStore(db);
  return {
    async releaseScores({ id, inSpite }, { caller, audit }) {
      const plan = await access.plan(caller, id);
      if (plan.published_ms === null) refuse('refused', messages.notPublished());
      if (plan.released_ms !== null) return { releasedMs: plan.released_ms };
      const change = {
        entity: 'examPlan',
        id,
        name: plan.name,
        before: { released: false },
        after: { released: true, reason: inSpite?.reason ?? '' },
      };
      const outcome = await release.release(plan, {
        userId: caller.userId,
        overrideReason: inSpite?.reason,
        note: (tx) => audit.noteIn(tx, change),
      });
      if (outcome.kind === 'released') return { releasedMs: outcome.releasedMs };
      const outstanding = outcome.for.map(({ row, releaseBlocker }) => ({ userId: row.user_id, name: row.name, wait: releaseBlocker }));
      refuse('refused', messages.outstanding(outcome.for), { data: { outstanding } });
    },

    /** Runs under the plan's lock, so that it cannot postpone a release that is already running. */
    setRelease: ({ id, rule, atMs, reviewDays }, context) =>
      runInPlanScope(db, id, async () => {
        const { caller, audit } = context;
        const plan = await access.plan(caller, id);
        if (plan.released_ms !== null) refuse('refused', messages.ruleTooLate());
        const message = rule === 'byHand' ? messages.timeByHand() : messages.timeBeforeEnd();
        if (atMs !== null && (rule === 'byHand' || atMs < plan.start_ms + plan.duration_ms)) refuseField('invalid', 'atMs', message);
        const entry = {
          entity: 'examPlan',
          id,
          name: plan.name,
          before: { releaseRule: plan.release_rule, releaseAt: plan.release_at_ms, reviewDays: plan.review_days },
          after: { releaseRule: rule, releaseAt: atMs, reviewDays },
        };
        if (plan.release_rule === rule && plan.release_at_ms === atMs && plan.review_days === reviewDays) {
          // The same call repeated after a lost response: log it, change nothing.
          audit.note(entry);
          return {};
        }
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const isSet = await store.setRule(tx, id, { rule, atMs, reviewDays, by: caller.userId, nowMs: clock.nowMs() });
          if (!isSet) refuse('refused', messages.ruleTooLate());
          await audit.noteIn(tx, entry);
          return {};
        });
      }),

    async waive({ planId, userIds, reason }, context) {
      const { caller, audit } = context;
      const found = await access.examinees(caller, planId, userIds);
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const waived = await createReleaseStore(tx).waive(planId, userIds, { userId: caller.userId, nowMs: clock.nowMs(), reason });
        await audit.noteIn(tx, {
          entity: 'examPlan',
          id: planId,
          name: found.plan.name,
          before: { waived: [] },
          after: { waived: found.examinees.map((row) => row.name), reason },
        });
        return { waived };
      });
    },
  };
}

/**
 * Lists assignments and practice that are open to learners and contain questions of an exam, published or not. Staff need not close them, because
 * questions that the exam holds back do not open.
 */
export function createOpenWorkHandlers({ db, clock }: ExamDeps): Pick<Handlers<'exam'>, 'getOpenWork'> {
  const access = createPlanAccess(db);
  const store = createOpenWorkStore(db);
  return {
    async getOpenWork({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      const { tasks, categories } = await store.findOpenWork(plan, clock.nowMs());
      const readablePlanIds = await createOverlapStore(db).readable(
        caller,
        tasks.map((task) => task.id),
      );
      const names = await createUserReads(db).names(tasks.map((task) => task.created_by));
      return {
        tasks: tasks.map(({ created_by, ...task }) => ({
          ...task,
          setBy: names.get(created_by) ?? '',
          mayWithdraw: readablePlanIds.has(task.id),
        })),
        categories,
      };
    },
  };
}
