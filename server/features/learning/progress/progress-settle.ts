import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { computeCollectMs, deriveExamineeListStatus } from '../../exams/exam/exam-reads.ts';
import {
  toCents,
  hasPassed,
  isFullyMarked,
  createMarkingReads,
  type MarkingDeps,
  getStatusWithScore,
} from '../../marking/marking/marking-reads.ts';
import { isAssignedKind } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { createAssignmentOutcomeReads } from '../assignment/assignment-outcome-reads.ts';
import { type EvaluationResult, createProgressSettleStore } from './progress-settle-store.ts';

type DueRow = Awaited<ReturnType<ReturnType<typeof createProgressSettleStore>['due']>>[number];

/** Maximum number of examinees evaluated in one call; the rest is reported as waiting and left to the next call. */
const atOnce = 300;

/**
 * Keeps the learners' figures up to date. A call for figures first evaluates the results that changed since the last evaluation (`learner_due`). No
 * event has to be delivered that a crash could lose, and a list of 100,000 learners reads a single table.
 */
export function createProgressUpdater(deps: MarkingDeps) {
  const { clock, sync } = deps;
  const store = createProgressSettleStore(deps.db);
  const marking = createMarkingReads(deps);
  const outcomes = createAssignmentOutcomeReads(deps);
  const running = new Map<number, Promise<boolean>>();
  // A hand-in may change only the op log. The main database has no trace of such a hand-in, so the attempt is marked as due for evaluation.
  sync.onComplete((attemptId) => {
    store
      .attemptChanged(attemptId)
      .catch((error: unknown) =>
        deps.logger.error({ attemptId, error }, 'could not update learning progress; it is updated at the end of the exam'),
      );
  });

  /**
   * Evaluates homework or mock tests of one plan. A score counts once it was shown: a marker has finished the work (homework), or the student has
   * opened the score (mock test).
   */
  async function tasks(planId: number, plan: DueRow, rows: readonly DueRow[]): Promise<EvaluationResult[]> {
    const key = (row: DueRow) => ({ plan_id: planId, user_id: row.user_id, stamp: row.stamp });
    if (plan.withdrawn_ms !== null) return rows.map((row) => ({ ...key(row), nextMs: null }));
    const results = await outcomes.readOutcomes(planId, rows);
    return rows.map((row) => {
      const result = results.get(row.attempt_id);
      if (result === undefined) return { ...key(row), nextMs: null };
      const { handedIn, hasBegun, finished, cents, recheckAtMs } = result;
      const total = toCents(row.total_points);
      const finalCents = finished && total > 0 ? cents : null;
      const score = finalCents === null ? null : Math.min(10_000, Math.round((finalCents * 10_000) / total));
      const commonFields = { handed_in: handedIn ? 1 : 0, score } as const;
      if (plan.kind === 'homework') return { ...key(row), nextMs: recheckAtMs, homework: { ...commonFields, finished: finished ? 1 : 0 } };
      const passed = finalCents === null ? null : finalCents >= toCents(row.pass_points) ? 1 : 0;
      const exam = {
        ...commonFields,
        passed,
        test: 1,
        sat: hasBegun ? 1 : 0,
        absent: 0,
        start_ms: row.start_ms,
        active_ms: row.entered_ms,
      } as const;
      return { ...key(row), nextMs: recheckAtMs, exam };
    });
  }

  async function look(schoolId: number): Promise<number> {
    const dueRows = await store.due(schoolId, clock.nowMs(), atOnce);
    if (dueRows.length === 0) return 0;
    await sync.waitUntilProjected();
    const looks: EvaluationResult[] = [];
    for (const [planId, rows] of Map.groupBy(dueRows, (row) => row.plan_id)) {
      const [first] = rows;
      if (first === undefined) continue;
      if (isAssignedKind(first.kind)) {
        looks.push(...(await tasks(planId, first, rows)));
        continue;
      }
      const overMs = computeCollectMs(first);
      const isOver = clock.nowMs() >= overMs;
      const attempts = rows.map((row) => row.attempt_id);
      const summaries = new Map((await sync.summaries(attempts, overMs)).map((summary) => [summary.attemptId, summary]));
      const scores = await marking.scoresOf(planId, [...summaries.values()]);
      for (const row of rows) {
        const summary = summaries.get(row.attempt_id);
        const status = deriveExamineeListStatus(summary, row.entered_ms);
        const nothing = status === examUserStatus.awaiting && row.entered_ms === null;
        // Figures count released scores only (SY23), because decisions may still change the others.
        const score = row.released_ms === null ? undefined : scores.get(row.attempt_id);
        const pointsCent = score !== undefined && isFullyMarked(score) ? score.pointsCent : null;
        const sat = !nothing && status !== examUserStatus.absent;
        looks.push({
          plan_id: planId,
          user_id: row.user_id,
          stamp: row.stamp,
          nextMs: isOver ? null : overMs,
          exam: {
            test: row.paper_kind === 'test' ? 1 : 0,
            sat: sat ? 1 : 0,
            handed_in: summary?.handedIn === true ? 1 : 0,
            absent: status === examUserStatus.absent || (nothing && isOver) ? 1 : 0,
            score: pointsCent === null ? null : Math.min(10_000, Math.round((pointsCent * 10_000) / toCents(row.total_points))),
            passed: pointsCent === null ? null : hasPassed(pointsCent, toCents(row.pass_points), getStatusWithScore(status, score)) ? 1 : 0,
            start_ms: row.start_ms,
            active_ms: row.entered_ms,
          },
        });
      }
    }
    await store.write(schoolId, looks);
    return dueRows.length;
  }

  /** Evaluates the due results of a school. Returns true if more are left than one call handles. */
  async function turnOf(schoolId: number): Promise<boolean> {
    const evaluatedCount = await look(schoolId);
    // An evaluation may mark an attempt for the first time, which makes the attempt due again. So evaluate a second time.
    if (evaluatedCount > 0 && evaluatedCount < atOnce) await look(schoolId);
    return evaluatedCount === atOnce;
  }

  return {
    /** Updates the figures of a school and returns the number of results still waiting. */
    async settle(schoolId: number): Promise<number> {
      const turn = running.get(schoolId) ?? turnOf(schoolId).finally(() => running.delete(schoolId));
      running.set(schoolId, turn);
      return (await turn) ? store.countWaiting(schoolId, clock.nowMs()) : 0;
    },
  };
}
