import type { Kysely } from 'kysely';
import { examUserStatus, type ExamUserStatusCode, recordStatus } from '../../../sync/contract/codes.ts';
import { recordStatusOf } from '../../../sync/machines/exam-user-status.ts';
import type { Database } from '../../db/schema.ts';
import type { Logger, ServerClock } from '../../ports.ts';
import type { AttemptSummary, SyncReads } from '../sync/sync-reads.ts';

/** What an attempt came to, as exams tell it. Who marks it stands above them and gives it here. */
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
  /** Entered from a paper: there is nothing in the log. */
  readonly onPaper?: true;
}
export interface ScoreDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly logger: Logger;
  readonly sync: SyncReads;
}
export interface AttemptScores {
  /** Of a plan's attempts that may be marked, as their answers count right now. */
  scoresOf(planId: number, summaries: readonly AttemptSummary[]): Promise<Map<string, AttemptScore>>;
}

/** Points are multiples of 0.5, hence exact. */
export const centOf = (points: number): number => Math.round(points * 100);
export const pointsOf = (cent: number): number => cent / 100;

/** Nothing of it waits for a person: half a score is a wrong one, and nobody has failed by it. */
export const isWhole = (score: Pick<AttemptScore, 'items'>): boolean => score.items.every((item) => item.cent !== null);

/** Whoever cheated, or was absent, has passed nothing, whatever stands on the paper: everywhere as for a certificate. */
export const hasPassed = (points: number, passPoints: number, status: ExamUserStatusCode): boolean =>
  points >= passPoints && recordStatusOf(status) === recordStatus.normal;

/**
 * The code shown once an attempt is scored: automatic marking says nothing in the log (a mark there would turn late answers away), so what it has
 * done is laid over "handed in" here. A mark of cheating stays on top.
 */
export function statusWithScore(status: ExamUserStatusCode, score: AttemptScore | undefined): ExamUserStatusCode {
  if (score?.onPaper && status !== examUserStatus.cheating)
    return score.items.length === 0 ? examUserStatus.finished : examUserStatus.beingMarked;
  if (!score || status !== examUserStatus.handedIn) return status;
  return isWhole(score) ? examUserStatus.finished : examUserStatus.beingMarked;
}
