import type { ReleaseBlocker } from '../../../../../sync/contract/codes.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { createExamStore, type ExamineeRow, type PlanTableRow } from '../plan/exam-store.ts';
import { runInPlanScope } from '../../../../db/plan-scope.ts';
import { needsMarks, readExamineeStates, findBlockerWithMarks } from '../plan/examinee-states.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createWebhookWrites } from '../../../platform/webhook/webhook-writes.ts';
import { decideUntilStored } from '../../../../answer-log/server-writer.ts';
import { createReleaseStore } from './release-store.ts';
import { runEvery } from '../../../../run-every.ts';

export interface OutstandingExaminee {
  readonly row: ExamineeRow;
  readonly releaseBlocker: ReleaseBlocker;
}

export type ReleaseOutcome =
  | { readonly kind: 'released'; readonly releasedMs: number }
  /** The release is refused and nothing was written. */
  | { readonly kind: 'waits'; readonly for: readonly OutstandingExaminee[] };

/** Shortest time between two attempts at an automatic release that examinees' requests trigger. */
const askedAgainMs = 5_000;
const timerMs = 30_000;

/** Columns that decide whether a plan's scores may be released. */
export type ReleasedPlan = Pick<
  PlanTableRow,
  'id' | 'school_id' | 'released_ms' | 'release_rule' | 'release_at_ms' | 'start_ms' | 'duration_ms'
>;

export type ReleaseDeps = Pick<ExamDeps, 'db' | 'clock' | 'chance' | 'logger' | 'sync' | 'upperServices'>;

/**
 * Releases the scores of a plan (SY23).
 * The order of writes is the guarantee. First the log records, on disk, what the server has of every attempt. Then the plan is marked as released.
 * Only readers of that mark show scores. After a crash in between no score is shown, and the release can be repeated; attempts already disclosed stay
 * disclosed.
 */
export function createScoreRelease({ db, clock, chance, logger, sync, upperServices }: ReleaseDeps) {
  const store = createReleaseStore(db);
  const plans = createExamStore(db);
  const marking = upperServices.scores({ db, clock, logger, sync });
  const attemptedMsByPlan = new Map<number, number>();

  const release = (
    plan: Pick<PlanTableRow, 'id' | 'school_id'>,
    by: {
      readonly userId: number | null;
      readonly overrideReason?: string | undefined;
      /** Writes the audit entry in the transaction of the release. */
      readonly note?: (tx: Transaction<Database>) => Promise<void>;
    },
  ): Promise<ReleaseOutcome> => {
    const decide = async (): Promise<ReleaseOutcome> => {
      const storedPlan = await plans.byId(plan.school_id, plan.id);
      // The release was postponed since the plan was selected.
      if (by.userId === null && storedPlan && (storedPlan.release_rule !== 'whenOver' || clock.nowMs() < (storedPlan.release_at_ms ?? 0)))
        return { kind: 'waits', for: [] };
      if (!storedPlan || storedPlan.published_ms === null) return { kind: 'waits', for: [] };
      if (storedPlan.released_ms !== null) return { kind: 'released', releasedMs: storedPlan.released_ms };
      const examinees = await plans.examinees([plan.id]);
      await sync.waitUntilProjected();
      const decidedAt = sync.logEnd();
      const standings = await readExamineeStates(sync, storedPlan, examinees, clock.nowMs());
      const scores = await marking.scoresOf(
        storedPlan.id,
        standings.flatMap(({ attempt }) => attempt ?? []),
      );
      const waits = standings.flatMap((standing): OutstandingExaminee[] => {
        const { row } = standing;
        const score = scores.get(row.attempt_id ?? '');
        const wait = findBlockerWithMarks(standing, score);
        if (wait === null) return [];
        // A stated reason overrides missing deliveries. It never overrides missing marks.
        const isMarking = by.overrideReason !== undefined && wait !== 'time' && needsMarks(standing, score);
        return [{ row, releaseBlocker: isMarking ? 'marking' : wait }];
      });
      // A reason overrides neither running time (examinees still writing would learn the answers) nor missing marks (a partial score is wrong).
      const isHeld =
        by.overrideReason === undefined
          ? waits.length > 0
          : waits.some(({ releaseBlocker }) => releaseBlocker === 'time' || releaseBlocker === 'marking');
      if (isHeld) return { kind: 'waits', for: waits };
      await sync.recordDisclosure(
        examinees.flatMap((row) => row.attempt_id ?? []),
        by.userId ?? storedPlan.updated_by,
        decidedAt,
      );
      const releasedMs = clock.nowMs();
      const reason = waits.length > 0 ? (by.overrideReason ?? '') : '';
      await runUnitOfWork(db, plan.school_id, {}, async (tx) => {
        if (!(await store.markReleased(tx, { planId: plan.id, releasedMs, by: by.userId, reason }))) return;
        await by.note?.(tx);
        // Webhooks get events of exams only; the plans of the learning modules have none.
        const facts = { planId: storedPlan.id, planName: storedPlan.name, releasedMs };
        if (storedPlan.kind === 'exam')
          await createWebhookWrites(tx, chance).write({
            schoolId: storedPlan.school_id,
            event: 'scoresReleased',
            facts,
            nowMs: releasedMs,
            userIds: examinees.map((row) => row.user_id),
          });
      });
      return { kind: 'released', releasedMs };
    };
    // If a room command gives more time while the release is being decided, the release is decided again.
    return runInPlanScope(db, plan.id, () => decideUntilStored(decide));
  };

  const byRule = async (plan: Pick<PlanTableRow, 'id' | 'school_id'>): Promise<number | null> => {
    const outcome = await release(plan, { userId: null });
    if (outcome.kind === 'waits') return null;
    logger.info({ planId: plan.id }, 'scores released by the plan’s rule');
    return outcome.releasedMs;
  };

  const releaseDue = async (): Promise<void> => {
    for (const plan of await store.due(clock.nowMs())) await byRule(plan);
  };

  return {
    release,

    /** Returns when the plan's scores were released (ms), or null. A plan with automatic release is released now if it may be. */
    async releasedMs(plan: ReleasedPlan): Promise<number | null> {
      const nowMs = clock.nowMs();
      if (
        plan.released_ms !== null ||
        plan.release_rule !== 'whenOver' ||
        nowMs < Math.max(plan.start_ms + plan.duration_ms, plan.release_at_ms ?? 0)
      )
        return plan.released_ms;
      // Many examinees ask at once; without this bound each request would read every attempt of the plan.
      if (nowMs - (attemptedMsByPlan.get(plan.id) ?? -Infinity) < askedAgainMs) return null;
      attemptedMsByPlan.set(plan.id, nowMs);
      return byRule(plan);
    },

    releaseDue,

    /** Checks every 30 s for plans that are due for automatic release; returns a function that stops it. */
    start: () => runEvery(timerMs, releaseDue, (error) => logger.error({ err: error }, 'could not release scores; trying again')),
  };
}
