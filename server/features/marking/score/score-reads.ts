import type { ExamUserStatusCode } from '../../../../sync/contract/codes.ts';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import { createRowOwnerStore } from '../../../db/row-owner-store.ts';
import type { Caller } from '../../../http/handler.ts';
import { computeCollectMs, deriveExamineeListStatus } from '../../exams/exam/exam-reads.ts';
import { isFullyMarked, createMarkingReads, getStatusWithScore } from '../marking/marking-reads.ts';
import { getScorePoints, type ScoreServiceDeps } from './score-service.ts';
import { type ScoredPlan, createScoreStore } from './score-store.ts';

export { hasPassed } from '../marking/marking-reads.ts';
export type { ScoreServiceDeps as ScoreReadsDeps } from './score-service.ts';

/** Result of one examinee. `points`: null until every item is marked. */
export interface ExamineeResult {
  readonly userId: number;
  readonly name: string;
  readonly ticketNo: string;
  readonly points: number | null;
  readonly status: ExamUserStatusCode;
}

/** Results of all examinees of one plan. `releasedMs`: null before the release. */
export interface PlanResults {
  readonly id: number;
  readonly name: string;
  readonly part: ExamPart;
  readonly releasedMs: number | null;
  readonly passPoints: number;
  readonly examinees: readonly ExamineeResult[];
}

/** Reads exam results for modules that depend on them, such as certificates. */
export function createScoreReads(deps: ScoreServiceDeps) {
  const { db, sync } = deps;
  const store = createScoreStore(db);
  const resultsOf = async (plan: ScoredPlan): Promise<PlanResults> => {
    const people = plan.published_ms === null ? [] : await store.people(plan.id);
    await sync.waitUntilProjected();
    const summaries = await sync.summaries(
      people.map((person) => person.attemptId),
      computeCollectMs(plan),
    );
    const scores = await createMarkingReads(deps).scoresOf(plan.id, summaries);
    const byAttempt = new Map(summaries.map((summary) => [summary.attemptId, summary]));
    return {
      id: plan.id,
      name: plan.name,
      part: plan.part,
      releasedMs: plan.released_ms,
      passPoints: await store.passPoints(plan.id),
      examinees: people.map(({ userId, name, ticketNo, attemptId }): ExamineeResult => {
        const score = scores.get(attemptId);
        return {
          userId,
          name,
          ticketNo,
          points: score && isFullyMarked(score) ? getScorePoints(score) : null,
          status: getStatusWithScore(deriveExamineeListStatus(byAttempt.get(attemptId), null), score),
        };
      }),
    };
  };
  return {
    /** Returns all parts of the exam that the plan belongs to; empty if the plan does not exist. */
    async readAllParts(caller: Pick<Caller, 'schoolId'>, planId: number): Promise<PlanResults[]> {
      return Promise.all((await store.listParts(caller.schoolId, planId)).map(resultsOf));
    },

    /**
     * Runs `work` while no key correction, review answer or release can happen in any plan of the exam. Locks are taken in the order of plan ids,
     * which prevents deadlocks.
     */
    async runWithScoresLocked<T>(caller: Pick<Caller, 'schoolId'>, planId: number, work: () => Promise<T>): Promise<T> {
      const ids = (await store.listParts(caller.schoolId, planId)).map((plan) => plan.id).toSorted((a, b) => a - b);
      return ids.reduceRight<() => Promise<T>>((rest, id) => () => runInPlanScope(db, id, rest), work)();
    },

    /** Returns true if the caller may read the plan by the table of row rights. */
    async mayRead(caller: Caller, planId: number): Promise<boolean> {
      const readable = createRowOwnerStore(db).readable('plan', caller);
      if (readable === undefined) return true;
      return (await db.selectFrom('exam_plan').select('id').where('id', '=', planId).where(readable).executeTakeFirst()) !== undefined;
    },
  };
}
