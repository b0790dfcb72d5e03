import type { ReleaseWait } from '../../../sync/contract/codes.ts';
import { releaseWaitOf } from '../../../sync/machines/score-release.ts';
import type { AttemptSummary, SyncReads } from '../sync/sync-reads.ts';
import { collectGraceMs } from '../../../sync/engine/time-label.ts';
import { attemptRules } from '../../../sync/machines/attempt-kinds.ts';
import { collectAtMs, neverCame } from './exam-reads.ts';
import { type AttemptScore, isWhole } from './attempt-score-reads.ts';
import type { ExamineeRow, PlanRow } from './exam-store.ts';

/**
 * Returns the time (ms) after which answers may be late and need a staff decision. `Infinity` if the plan's end does not end every examinee's time.
 */
export const doubtedFromMs = (plan: Pick<PlanRow, 'kind' | 'start_ms' | 'duration_ms'>): number =>
  attemptRules[plan.kind].clock === 'fixed' ? plan.start_ms + plan.duration_ms : Infinity;

export interface Standing {
  readonly row: ExamineeRow;
  /** Undefined while the plan is not published. */
  readonly attempt: AttemptSummary | undefined;
  readonly wait: ReleaseWait | null;
  /** The examinee's time is over and they never asked for a seat, but staff have not confirmed the absence. */
  readonly unconfirmedAbsent: boolean;
}

/** Reads the state of each examinee from the projection. Call `untilProjected` first if ops acknowledged just now must be included. */
export async function standingsOf(sync: SyncReads, plan: PlanRow, examinees: readonly ExamineeRow[], nowMs: number): Promise<Standing[]> {
  const attemptIds = examinees.flatMap((row) => row.attempt_id ?? []);
  const summaries = await sync.summaries(attemptIds, collectAtMs(plan), doubtedFromMs(plan));
  const attempts = new Map(summaries.map((attempt) => [attempt.attemptId, attempt]));
  return examinees.map((row) => {
    const attempt = attempts.get(row.attempt_id ?? '');
    if (!attempt) return { row, attempt, wait: null, unconfirmedAbsent: false };
    const facts = {
      endMs: plan.start_ms + plan.duration_ms,
      extensionMs: attempt.extensionMs,
      graceMs: collectGraceMs,
      complete: attempt.complete && attempt.missingOps === 0,
      began: attempt.receivedOps > 0,
      tookSeat: row.entered_ms !== null,
      absent: attempt.absentMarked,
      waived: row.waived_ms !== null,
    };
    return {
      row,
      attempt,
      wait: releaseWaitOf(facts, nowMs),
      // Without having taken a seat nobody can answer, so no answers can still arrive.
      unconfirmedAbsent: neverCame(attempt, row.entered_ms) && !attempt.absentMarked,
    };
  });
}

type Marked = Pick<AttemptScore, 'items'> | undefined;

/** Tells whether the release waits for marks of this examinee. Marks of a waived examinee are not awaited. */
export const isUnmarked = ({ row }: Standing, score: Marked): boolean => row.waived_ms === null && score !== undefined && !isWhole(score);

/** Returns the release blocker of an examinee; missing marks are named only if nothing else blocks. */
export const waitWithMarks = (standing: Standing, score: Marked): ReleaseWait | null =>
  standing.wait ?? (isUnmarked(standing, score) ? 'marking' : null);

/** Counts the answers that need a staff decision. */
export const waitingCount = ({ concerns: { waiting, timeDoubtful } }: AttemptSummary): number =>
  waiting.olderEpoch + waiting.afterHandIn + waiting.afterDisclosure + timeDoubtful;
