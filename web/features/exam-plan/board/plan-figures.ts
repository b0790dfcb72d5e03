import { examUserStatus, type ExamUserStatusCode } from '../../../../sync/contract/codes.ts';
import type { PlanExaminee } from '../exam-plan-queries.ts';
import { isAttemptDelivered } from '../../../../sync/domain/exams/delivery.ts';
import { countAnswersToDecide } from '../../../../sync/domain/papers/answer-proposal.ts';
import { sum } from '../../../../sync/domain/numbers.ts';

const hasHandedIn: ReadonlySet<ExamUserStatusCode> = new Set([
  examUserStatus.handedIn,
  examUserStatus.beingMarked,
  examUserStatus.finished,
]);
export const hasExamineeHandedIn = (examinee: PlanExaminee): boolean => hasHandedIn.has(examinee.status);

/** Counts the examinees of a plan by state. An examinee who never started counts as absent, confirmed by staff or not. */
export function countBoardFigures(examinees: readonly PlanExaminee[]) {
  const count = (test: (each: PlanExaminee) => boolean) => examinees.filter(test).length;
  return {
    expected: examinees.length,
    awaiting: count((each) => each.status === examUserStatus.awaiting && !each.unconfirmedAbsent),
    inExam: count((each) => each.status === examUserStatus.inExam),
    handedIn: count(hasExamineeHandedIn),
    complete: count(isAttemptDelivered),
    incomplete: count((each) => hasExamineeHandedIn(each) && !isAttemptDelivered(each)),
    absent: count((each) => each.status === examUserStatus.absent || each.unconfirmedAbsent),
    undecided: count((each) => countAnswersToDecide(each) > 0),
  };
}

export interface ScoreFigures {
  readonly scored: number;
  readonly passed: number;
  readonly average: number;
  readonly highest: number;
}

/** Computes score statistics, or returns null before the first score. */
export function computeScoreFigures(examinees: readonly PlanExaminee[]): ScoreFigures | null {
  const points = examinees.flatMap((each) => each.points ?? []);
  if (points.length === 0) return null;
  return {
    scored: points.length,
    passed: examinees.filter((each) => each.passed === true).length,
    average: sum(points) / points.length,
    highest: Math.max(...points),
  };
}

/** Sorts by points, best first; equal points share a rank (1, 2, 2, 4). Examinees without a score follow, unranked. */
export function rankExaminees(examinees: readonly PlanExaminee[]): { readonly examinee: PlanExaminee; readonly rank: number | null }[] {
  const scored = examinees.filter((each) => each.points !== null).toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0));
  const rankOf = new Map<number | null, number>();
  for (const [at, { points }] of scored.entries()) if (!rankOf.has(points)) rankOf.set(points, at + 1);
  return [
    ...scored.map((examinee) => ({ examinee, rank: rankOf.get(examinee.points) ?? null })),
    ...examinees.filter((each) => each.points === null).map((examinee) => ({ examinee, rank: null })),
  ];
}

export interface ScoreBand {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const bandCount = 10;

/** Counts the scores in ten equal bands from 0 to full marks; full marks fall into the last band. */
export function countScoreBands(examinees: readonly PlanExaminee[], fullPoints: number): ScoreBand[] {
  // Calculate in whole hundredths: a tenth of 33 points is not exact in binary.
  const fullCent = Math.round(fullPoints * 100);
  const edge = (at: number): number => Math.round((at * fullCent) / bandCount) / 100;
  const bandOf = (points: number): number => Math.min(bandCount - 1, Math.floor((Math.round(points * 100) * bandCount) / fullCent));
  const bands = examinees.flatMap((each) => (each.points === null ? [] : bandOf(each.points)));
  return Array.from({ length: bandCount }, (_, at) => ({
    from: edge(at),
    to: edge(at + 1),
    count: bands.filter((band) => band === at).length,
  }));
}
