import type { ExamUserStatusCode } from '../../../sync/contract/codes.ts';
import { rowOwnerStore } from '../../db/row-owner-store.ts';
import type { Caller } from '../../http/handler.ts';
import { collectAtMs, examineeStatus } from '../exam/exam-reads.ts';
import { markingReads, statusWithScore } from '../marking/marking-reads.ts';
import { pointsOfScore, type ScoreDeps } from './score-desk.ts';
import { scoreStore } from './score-store.ts';

export type { ScoreDeps as ScoreReadsDeps } from './score-desk.ts';

export interface ScoredSitter {
  readonly userId: number;
  readonly name: string;
  readonly ticketNo: string;
  readonly points: number | null;
  readonly status: ExamUserStatusCode;
}

/** What came of an exam, for whoever gives something for it. */
export function scoreReads(deps: ScoreDeps) {
  const { db, sync } = deps;
  const store = scoreStore(db);
  return {
    async resultsOf(caller: Pick<Caller, 'schoolId'>, planId: number) {
      const plan = await store.plan(caller.schoolId, planId);
      if (plan?.published_ms == null) return undefined;
      const people = await store.people(planId);
      await sync.untilProjected();
      const summaries = await sync.summaries(
        people.map((person) => person.attemptId),
        collectAtMs(plan),
      );
      const scores = await markingReads(deps).scoresOf(planId, summaries);
      const byAttempt = new Map(summaries.map((summary) => [summary.attemptId, summary]));
      return {
        name: plan.name,
        releasedMs: plan.released_ms,
        passPoints: await store.passPoints(planId),
        sitters: people.map(({ userId, name, ticketNo, attemptId }): ScoredSitter => {
          const score = scores.get(attemptId);
          const isWhole = score?.items.every((item) => item.cent !== null) === true;
          return {
            userId,
            name,
            ticketNo,
            points: score && isWhole ? pointsOfScore(score) : null,
            status: statusWithScore(examineeStatus(byAttempt.get(attemptId), null), score),
          };
        }),
      };
    },

    /** As the table of rows has it. */
    async mayRead(caller: Caller, planId: number): Promise<boolean> {
      const readable = rowOwnerStore(db).readable('plan', caller);
      if (readable === undefined) return true;
      return (await db.selectFrom('exam_plan').select('id').where('id', '=', planId).where(readable).executeTakeFirst()) !== undefined;
    },
  };
}
