import { examUserStatus } from '../../../../sync/contract/codes.ts';
import type { ExamPlan } from '../exam-plan-queries.ts';

export interface ResitCandidate {
  readonly userId: number;
  readonly name: string;
  readonly ticketNo: string;
  readonly reason: 'failed' | 'absent';
  readonly points: number | null;
}

/**
 * Lists candidates for a resit after the release: those who failed or were absent. Cheating needs a staff decision, so those examinees are not
 * proposed.
 */
export function listResitCandidates({ release, examinees }: Pick<ExamPlan, 'release' | 'examinees'>): ResitCandidate[] {
  if (release.releasedMs === null) return [];
  return examinees.flatMap(({ userId, name, ticketNo, status, passed, points }): ResitCandidate[] => {
    if (status === examUserStatus.cheating) return [];
    if (status === examUserStatus.absent) return [{ userId, name, ticketNo, reason: 'absent', points: null }];
    return passed === false ? [{ userId, name, ticketNo, reason: 'failed', points }] : [];
  });
}
