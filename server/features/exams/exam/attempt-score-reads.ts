import type { Kysely } from 'kysely';
import { examUserStatus, type ExamUserStatusCode, recordStatus } from '../../../../sync/contract/codes.ts';
import { toRecordStatus } from '../../../../sync/domain/exams/exam-user-status.ts';
import type { Database } from '../../../db/schema.ts';
import type { Logger, ServerClock } from '../../../ports.ts';
import type { AttemptSummary, SyncReads } from '../../../answer-log/calls/sync-reads.ts';

/**
 * Score of one question in an attempt, as the marking module computes it (`ExamUpperServices`). `cent`: hundredths of a point; null until it is
 * marked.
 */
export interface StoredItemScore {
  readonly itemId: string;
  readonly cent: number | null;
  readonly right: boolean | null;
}
export interface AttemptScore {
  readonly attemptId: string;
  readonly planId: number;
  readonly pointsCent: number;
  readonly items: readonly StoredItemScore[];
  readonly answersVersion: number;
  /** True if the score was entered from a written paper; the log has no answers of this attempt. */
  readonly onPaper?: true;
}
export interface AttemptScoreDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly logger: Logger;
  readonly sync: SyncReads;
}
export interface AttemptScoreService {
  /** Scores attempts of a plan, by attempt id, from the answers that count now (SY15, SY23). Attempts that may not be marked are missing. */
  scoresOf(planId: number, summaries: readonly AttemptSummary[]): Promise<Map<string, AttemptScore>>;
}

/** Tells whether an attempt may be marked: everything it handed in has arrived, or its time is over and the answers that arrived count. */
export const isMarkable = (summary: AttemptSummary): boolean => summary.complete || summary.collected;

/** Converts points to hundredths. Points are multiples of 0.5, so the result is exact. */
export const toCents = (points: number): number => Math.round(points * 100);
/** Converts hundredths to points. */
export const toPoints = (cent: number): number => cent / 100;

/** Tells whether every question has a mark. A partial score is wrong: it is never shown, and no examinee fails by it. */
export const isFullyMarked = (score: Pick<AttemptScore, 'items'>): boolean => score.items.every((item) => item.cent !== null);

/** Tells whether an examinee passed. Cheating or absence never passes, regardless of points; certificates use the same rule. */
export const hasPassed = (points: number, passPoints: number, status: ExamUserStatusCode): boolean =>
  points >= passPoints && toRecordStatus(status) === recordStatus.normal;

/**
 * Returns the status code to show for an attempt that has a score. Automatic marking writes no op, because a mark in the log would reject late
 * answers. Therefore this function turns "handed in" into "being marked" or "finished". A cheating mark keeps its own status.
 */
export function getStatusWithScore(status: ExamUserStatusCode, score: AttemptScore | undefined): ExamUserStatusCode {
  if (score?.onPaper && status !== examUserStatus.cheating)
    return score.items.length === 0 ? examUserStatus.finished : examUserStatus.beingMarked;
  if (!score || status !== examUserStatus.handedIn) return status;
  return isFullyMarked(score) ? examUserStatus.finished : examUserStatus.beingMarked;
}
