import type { Kysely } from 'kysely';
import type { SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import type { AttemptSummary } from '../../../answer-log/calls/sync-reads.ts';
import type { Database } from '../../../db/schema.ts';
import { createExamReads, type FrozenItemKey } from '../../exams/exam/exam-reads.ts';
import { type AttemptScore, type AttemptScoreDeps, isMarkable } from '../../exams/exam/attempt-score-reads.ts';
import { getMarkedAnswer, markAttempt, type AttemptMarks } from './attempt-marking.ts';
import { hashAnswer, type ItemDecision, createItemMarkStore } from './item-mark-store.ts';
import { isPerformedType } from './item-score.ts';
import { createMarkingStore } from './marking-store.ts';
import { createPaperEntryStore } from './paper-entry-store.ts';

export {
  type AttemptScore,
  toCents,
  hasPassed,
  isFullyMarked,
  isMarkable,
  toPoints,
  getStatusWithScore,
  type StoredItemScore,
} from '../../exams/exam/attempt-score-reads.ts';
export type { AttemptScoreDeps as MarkingDeps } from '../../exams/exam/attempt-score-reads.ts';
export { markAttempt } from './attempt-marking.ts';
export { hashAnswer, type ItemDecision, type ItemMark } from './item-mark-store.ts';
export { type MarkingRule, scoreItem, sumItemScores } from './item-score.ts';
export { createMarkerDutyStore, type MarkedPlan } from './marker-duty-store.ts';

/** Number of scores that are computed and written together. */
const savedAtOnce = 100;

/** Builds the score from a written paper. `cent` undefined: only one person has entered it, or the two entries differ. */
const createPaperScore = (attemptId: string, planId: number, cent: number | undefined): AttemptScore => ({
  attemptId,
  planId,
  pointsCent: cent ?? 0,
  items: cent === undefined ? [{ itemId: '', cent: null, right: null }] : [],
  answersVersion: 0,
  onPaper: true,
});

/** Builds a decision (points that override all marks) on the answer that counts now. */
export async function buildItemDecision(
  sync: AttemptScoreDeps['sync'],
  decision: { attemptId: string; itemId: string; type: SectionTypeCode; points: number; reason: string; by: number; nowMs: number },
): Promise<ItemDecision> {
  const answer = isPerformedType(decision.type) ? undefined : getMarkedAnswer(decision, await sync.answers(decision.attemptId));
  const { attemptId, itemId, reason, by, nowMs } = decision;
  return { attemptId, itemId, cent: Math.round(decision.points * 100), basis: hashAnswer(answer), reason, by, decidedMs: nowMs };
}

/** Computes scores of attempts from the answers that count now. Repeated marking changes nothing unless the answers changed. */
export function createMarkingReads({ db, clock, logger, sync }: AttemptScoreDeps) {
  const store = createMarkingStore(db);
  const exams = createExamReads(db);

  const mark = async (attemptId: string, planId: number, items: readonly FrozenItemKey[], given: AttemptMarks): Promise<AttemptScore> => {
    const counted = await sync.answers(attemptId);
    return { attemptId, planId, ...markAttempt(items, counted, given), answersVersion: counted.answersVersion };
  };

  /**
   * Returns the scores of a plan's markable attempts. Attempts whose answers changed since they were marked, or that were never marked, are marked
   * first.
   */
  const readScores = async (planId: number, summaries: readonly AttemptSummary[]): Promise<Map<string, AttemptScore>> => {
    const onPaper = await createPaperEntryStore(db).byAttempt(planId);
    const scores = await readScreenScores(planId, onPaper.size === 0 ? summaries : summaries.filter(({ receivedOps }) => receivedOps > 0));
    for (const { attemptId, receivedOps, absentMarked } of onPaper.size === 0 ? [] : summaries) {
      const result = onPaper.get(attemptId);
      // Answers given on a PC take precedence over a written paper. An absent examinee has no paper.
      if (result === undefined || receivedOps > 0 || result.settled?.cent === null || (absentMarked && result.entries.length === 0))
        continue;
      scores.set(attemptId, createPaperScore(attemptId, planId, result.settled?.cent));
    }
    return scores;
  };

  /** Computes scores without writing them. `trialCorrection`: a correction to try, in place of the stored one. */
  const computeScores = async (
    planId: number,
    summaries: readonly AttemptSummary[],
    trialCorrection?: { readonly questionId: number; readonly correction: KeyCorrection | null },
  ): Promise<AttemptScore[]> => {
    const ids = summaries.map((summary) => summary.attemptId);
    const people = createItemMarkStore(db);
    const [rule, marks, decisions] = [await people.rule(planId), await people.ofAttempts(ids), await people.decisions(planId)];
    const variants = await exams.variantsOf(ids);
    const scores: AttemptScore[] = [];
    for (const [variant, attempts] of Map.groupBy(summaries, (summary) => variants.get(summary.attemptId))) {
      if (variant === undefined) continue;
      const frozen = await exams.frozenItems(planId, variant);
      const items = trialCorrection
        ? frozen.map((item) =>
            item.questionId === trialCorrection.questionId ? { ...item, correction: trialCorrection.correction } : item,
          )
        : frozen;
      for (const { attemptId } of attempts)
        scores.push(
          await mark(attemptId, planId, items, { rule, marks: marks.get(attemptId) ?? [], decisions: decisions.get(attemptId) ?? [] }),
        );
    }
    return scores;
  };

  const readScreenScores = async (planId: number, summaries: readonly AttemptSummary[]): Promise<Map<string, AttemptScore>> => {
    const markable = summaries.filter(isMarkable);
    const scores = await store.byAttempts(markable.map((summary) => summary.attemptId));
    const stale = markable.filter((summary) => scores.get(summary.attemptId)?.answersVersion !== summary.answersVersion);
    // Scores of reopened attempts stay stored, but are not returned until the attempts are complete again.
    for (let at = 0; at < stale.length;) {
      const staleSlice = stale.slice(at, at + savedAtOnce);
      const ids = staleSlice.map((summary) => summary.attemptId);
      const inputs = await store.inputs(planId, ids);
      const newScores = await computeScores(planId, staleSlice);
      // Marks or corrections changed during the computation: compute again.
      if (newScores.length > 0 && !(await store.save(planId, newScores, inputs, clock.nowMs()))) continue;
      for (const score of newScores) scores.set(score.attemptId, score);
      at += savedAtOnce;
    }
    return scores;
  };

  return {
    scoresOf: readScores,

    /**
     * Computes scores of the markable attempts that were taken on a PC, without writing them. `instead`: a correction to try in place of the stored
     * one.
     */
    computeWithoutStoring: (
      planId: number,
      summaries: readonly AttemptSummary[],
      instead?: { readonly questionId: number; readonly correction: KeyCorrection | null },
    ): Promise<AttemptScore[]> => computeScores(planId, summaries.filter(isMarkable), instead),

    /** Reads scores as last stored, for attempts in which nobody writes any more. */
    readStoredScores: (attemptIds: readonly string[]): Promise<Map<string, AttemptScore>> => store.byAttempts(attemptIds),

    /**
     * Marks attempts as they become complete, only to have scores ready. A missed event loses nothing: every reader marks the due attempts. Returns a
     * function that stops it.
     */
    start(): () => void {
      return sync.onComplete((attemptId) => {
        const run = async (): Promise<void> => {
          const plan = await exams.planOfAttempt(attemptId);
          if (plan) await readScores(plan.planId, await sync.summaries([attemptId], plan.collectAtMs));
        };
        run().catch((error: unknown) =>
          logger.error({ attemptId, error }, 'automatic marking failed; it runs again when the score is read'),
        );
      });
    },
  };
}

/** Reads the marks and decisions of a plan for staff: by attempt, and entries from written papers by user. */
export function createPlanMarkReads(db: Kysely<Database>) {
  const { rule, ofAttempts, decisions } = createItemMarkStore(db);
  return { rule, marks: ofAttempts, decisions, entries: (planId: number) => createPaperEntryStore(db).ofPlan(planId) };
}
