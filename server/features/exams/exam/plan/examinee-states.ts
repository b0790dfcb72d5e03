import type { ReleaseBlocker } from '../../../../../sync/contract/codes.ts';
import { findReleaseBlocker } from '../../../../../sync/domain/marking/score-release.ts';
import type { AttemptSummary, SyncReads } from '../../../../answer-log/calls/sync-reads.ts';
import { arrivalGraceMs } from '../../../../../sync/engine/ops/time-label.ts';
import { attemptRules } from '../../../../../sync/domain/exams/attempt-kinds.ts';
import { computeCollectMs, hasNeverEntered } from '../exam-reads.ts';
import { type AttemptScore, isFullyMarked } from '../attempt-score-reads.ts';
import type { ExamineeRow, PlanTableRow } from './exam-store.ts';

/**
 * Returns the time (ms) after which answers may be late and need a staff decision. `Infinity` if the plan's end does not end every examinee's time.
 */
export const getLateFromMs = (plan: Pick<PlanTableRow, 'kind' | 'start_ms' | 'duration_ms'>): number =>
  attemptRules[plan.kind].clock === 'fixed' ? plan.start_ms + plan.duration_ms : Infinity;

export interface ExamineeState {
  readonly row: ExamineeRow;
  /** The examinee's attempt; undefined while the plan is not published. */
  readonly attempt: AttemptSummary | undefined;
  readonly releaseBlocker: ReleaseBlocker | null;
  /** The examinee's time is over and they never asked for a seat, but staff have not confirmed the absence. */
  readonly unconfirmedAbsent: boolean;
}

/** Reads the state of each examinee from the projection. Call `waitUntilProjected` first if ops acknowledged just now must be included. */
export async function readExamineeStates(
  sync: SyncReads,
  plan: PlanTableRow,
  examinees: readonly ExamineeRow[],
  nowMs: number,
): Promise<ExamineeState[]> {
  const attemptIds = examinees.flatMap((row) => row.attempt_id ?? []);
  const summaries = await sync.summaries(attemptIds, computeCollectMs(plan), getLateFromMs(plan));
  const attempts = new Map(summaries.map((attempt) => [attempt.attemptId, attempt]));
  return examinees.map((row) => {
    const attempt = attempts.get(row.attempt_id ?? '');
    if (!attempt) return { row, attempt, releaseBlocker: null, unconfirmedAbsent: false };
    const facts = {
      endMs: plan.start_ms + plan.duration_ms,
      extensionMs: attempt.extensionMs,
      graceMs: arrivalGraceMs,
      complete: attempt.complete && attempt.missingOps === 0,
      began: attempt.receivedOps > 0,
      tookSeat: row.entered_ms !== null,
      absent: attempt.absentMarked,
      waived: row.waived_ms !== null,
    };
    return {
      row,
      attempt,
      releaseBlocker: findReleaseBlocker(facts, nowMs),
      // Without having taken a seat nobody can answer, so no answers can still arrive.
      unconfirmedAbsent: hasNeverEntered(attempt, row.entered_ms) && !attempt.absentMarked,
    };
  });
}

type MarkedScore = Pick<AttemptScore, 'items'> | undefined;

/** Tells whether the release waits for marks of this examinee. Marks of a waived examinee are not awaited. */
export const needsMarks = ({ row }: ExamineeState, score: MarkedScore): boolean =>
  row.waived_ms === null && score !== undefined && !isFullyMarked(score);

/** Returns the release blocker of an examinee; missing marks are named only if nothing else blocks. */
export const findBlockerWithMarks = (standing: ExamineeState, score: MarkedScore): ReleaseBlocker | null =>
  standing.releaseBlocker ?? (needsMarks(standing, score) ? 'marking' : null);
