import type { Kysely } from 'kysely';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import type { Database } from '../../../db/schema.ts';
import { type Caller, refuse } from '../../../http/handler.ts';
import type { Logger, ServerClock } from '../../../ports.ts';
import { computeCollectMs } from '../../exams/exam/exam-reads.ts';
import { type AttemptScore, createMarkingReads, toPoints } from '../marking/marking-reads.ts';
import type { SyncReads } from '../../../answer-log/calls/sync-reads.ts';
import { scoreMessages as messages } from './score-messages.ts';
import { type ScoredPerson, type ScoredPlan, createScoreStore } from './score-store.ts';

export interface ScoreServiceDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly logger: Logger;
  readonly sync: SyncReads;
}

export interface ScoredExaminee {
  readonly person: ScoredPerson;
  readonly score: AttemptScore;
}

/** Computes the scores of a plan, both current and after a correction. */
export function createScoreService(deps: ScoreServiceDeps) {
  const { db, sync } = deps;
  const store = createScoreStore(db);
  const marking = createMarkingReads(deps);
  const summariesOf = async (plan: ScoredPlan, people: readonly ScoredPerson[]) => {
    await sync.waitUntilProjected();
    return sync.summaries(
      people.map((person) => person.attemptId),
      computeCollectMs(plan),
    );
  };
  const scoredOf = async (plan: ScoredPlan, people: readonly ScoredPerson[]): Promise<ScoredExaminee[]> => {
    const scores = await marking.scoresOf(plan.id, await summariesOf(plan, people));
    return people.flatMap((person) => {
      const score = scores.get(person.attemptId);
      return score ? [{ person, score }] : [];
    });
  };

  return {
    scoredOf,

    /** Returns a plan with its examinees. A staff member who sits the plan sees no keys or scores before the release (SY23). */
    async plan(caller: Caller, planId: number): Promise<{ plan: ScoredPlan; people: readonly ScoredPerson[] }> {
      const plan = await store.plan(caller.schoolId, planId);
      if (!plan) refuse('notFound', messages.notFound());
      if (plan.published_ms === null) refuse('refused', messages.notPublished());
      const people = await store.people(planId);
      const sits = plan.released_ms === null && people.some((person) => person.userId === caller.userId);
      return sits ? refuse('refused', messages.sitsThere()) : { plan, people };
    },

    /**
     * Recomputes every score from the op log and returns it with the current score. `instead`: a key correction to try in place of the stored one.
     */
    async recounted(plan: ScoredPlan, people: readonly ScoredPerson[], instead?: { questionId: number; correction: KeyCorrection | null }) {
      const before = new Map((await scoredOf(plan, people)).map((each) => [each.person.attemptId, each.score]));
      const after = await marking.computeWithoutStoring(plan.id, await summariesOf(plan, people), instead);
      const personOf = new Map(people.map((person) => [person.attemptId, person]));
      return after.flatMap((score) => {
        const [person, was] = [personOf.get(score.attemptId), before.get(score.attemptId)];
        // Scores entered from paper have no answers to recompute.
        return person && was && !was.onPaper ? [{ person, before: was, after: score }] : [];
      });
    },
  };
}

export const getScorePoints = (score: Pick<AttemptScore, 'pointsCent'>): number => toPoints(score.pointsCent);
