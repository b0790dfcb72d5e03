import type { AttemptScore, ScoreDeps } from '../exam/attempt-score-reads.ts';
import { examReads, type FrozenItemKey } from '../exam/exam-reads.ts';
import type { AttemptSummary } from '../sync/sync-reads.ts';
import { basisOf, type ItemMark, itemMarkStore } from './item-mark-store.ts';
import { isPerformed, scoreByPeople, scoreItem } from './item-score.ts';
import { markingStore } from './marking-store.ts';

export { type AttemptScore, centOf, pointsOf, statusWithScore } from '../exam/attempt-score-reads.ts';
export type { ScoreDeps as MarkingDeps } from '../exam/attempt-score-reads.ts';

/** May this attempt be marked: everything it handed in is here, or its time is over and what arrived counts. */
export const isMarkable = (summary: AttemptSummary): boolean => summary.complete || summary.collected;

/** Scores of attempts, computed from what counts right now. Marking again changes nothing unless the answers did. */
export function markingReads({ db, clock, logger, sync }: ScoreDeps) {
  const store = markingStore(db);
  const exams = examReads(db);

  const mark = async (
    attemptId: string,
    planId: number,
    items: readonly FrozenItemKey[],
    marks: readonly ItemMark[],
  ): Promise<AttemptScore> => {
    const counted = await sync.answers(attemptId);
    const answers = new Map(counted.answers.map((answer) => [answer.itemId, answer.value]));
    const scored = items.map((item) => {
      const score = scoreItem(item, answers.get(item.itemId));
      if (score.cent !== null) return { itemId: item.itemId, ...score };
      const basis = basisOf(isPerformed(item.type) ? undefined : answers.get(item.itemId));
      const given = marks.filter((each) => each.itemId === item.itemId && each.basis === basis);
      return {
        itemId: item.itemId,
        ...scoreByPeople(
          item,
          given.flatMap(({ cent }) => cent ?? []),
        ),
      };
    });
    const score: AttemptScore = {
      attemptId,
      planId,
      pointsCent: scored.reduce((sum, item) => sum + (item.cent ?? 0), 0),
      items: scored,
      answersVersion: counted.answersVersion,
    };
    await store.save(score, clock.nowMs());
    return score;
  };

  /** Scores of a plan's markable attempts. Those whose answers changed since they were marked (or were never) are marked first. */
  const scoresOf = async (planId: number, summaries: readonly AttemptSummary[]): Promise<Map<string, AttemptScore>> => {
    const due = summaries.filter(isMarkable);
    const scores = await store.byAttempts(due.map((summary) => summary.attemptId));
    const stale = due.filter((summary) => scores.get(summary.attemptId)?.answersVersion !== summary.answersVersion);
    // Scores of attempts that were reopened stay stored, but nobody is shown them until they are complete again.
    if (stale.length === 0) return scores;
    const staleIds = stale.map((summary) => summary.attemptId);
    const marks = await itemMarkStore(db).ofAttempts(staleIds);
    const variants = await exams.variantsOf(staleIds);
    for (const [variant, attempts] of Map.groupBy(stale, (summary) => variants.get(summary.attemptId))) {
      if (variant === undefined) continue;
      const items = await exams.frozenItems(planId, variant);
      for (const { attemptId } of attempts) scores.set(attemptId, await mark(attemptId, planId, items, marks.get(attemptId) ?? []));
    }
    return scores;
  };

  return {
    scoresOf,

    /** As they were last counted: of attempts that nobody writes any more. */
    stored: (attemptIds: readonly string[]): Promise<Map<string, AttemptScore>> => store.byAttempts(attemptIds),

    /** Marks attempts as they become complete. Only to have scores ready: whoever asks marks what is due anyway, so a missed event loses nothing. */
    start(): () => void {
      return sync.onComplete((attemptId) => {
        const run = async (): Promise<void> => {
          const plan = await exams.planOfAttempt(attemptId);
          if (plan) await scoresOf(plan.planId, await sync.summaries([attemptId], plan.collectAtMs));
        };
        run().catch((error: unknown) => logger.error({ attemptId, error }, 'marking failed; it is done again when the score is asked for'));
      });
    },
  };
}
