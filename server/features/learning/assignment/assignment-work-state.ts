import type { AnalysisRule, HomeworkStatusCode, LateRule } from '../../../../sync/contract/codes.ts';
import { deriveHomeworkStatus, computeLateShare } from '../../../../sync/domain/learning/homework-status.ts';
import { type AttemptScore, isMarkable } from '../../marking/marking/marking-reads.ts';
import type { AttemptSummary } from '../../../answer-log/calls/sync-reads.ts';
import type { AssignmentMarkRow, AssignmentWorkRow } from './assignment-store.ts';

export interface AssignmentTimes {
  readonly due_ms: number;
  readonly late_rule: LateRule;
  readonly late_percent: number;
}

/** State of one student's work on an assignment. */
export interface AssignmentWorkState {
  readonly status: HomeworkStatusCode;
  readonly answered: number;
  /** Time (ms) since which everything handed in is on the server. */
  readonly handedInMs: number | null;
  readonly isLate: boolean;
  /** Number of answers that the server first received after the window, regardless of the device's clock. They count only if staff accept them. */
  readonly lateAnswerCount: number;
  readonly returns: number;
  readonly tryNo: number;
  readonly finishedMs: number | null;
  /** True if the answers may be marked: the whole hand-in has arrived, or the time is over. */
  readonly markable: boolean;
  /** True if the work was returned and not handed in again. */
  readonly isReturned: boolean;
}

/** Derives the state of a student's work from the projection (`attempt`) and staff decisions (`work`). */
export function deriveAssignmentWorkState(
  task: AssignmentTimes,
  attempt: AttemptSummary | undefined,
  work: AssignmentWorkRow | undefined,
): AssignmentWorkState {
  const markable = attempt !== undefined && isMarkable(attempt);
  const handedInMs = attempt?.complete ? (attempt.receipt?.receivedMs ?? null) : null;
  // For work that was returned and corrected, the time of the first hand-in counts.
  const firstMs = work?.first_ms ?? handedInMs;
  const returns = work?.returns ?? 0;
  const afterClose = attempt?.concerns.receivedAfterEnd ?? 0;
  const finishedMs = work?.finished_ms ?? null;
  const facts = { begun: (attempt?.answered ?? 0) > 0, handedIn: markable || (attempt?.handedIn ?? false), returned: returns > 0 };
  return {
    status: deriveHomeworkStatus({ ...facts, finished: finishedMs !== null }),
    answered: attempt?.answered ?? 0,
    handedInMs,
    isLate: afterClose > 0 || (firstMs === null ? markable && task.late_rule !== 'refused' : firstMs > task.due_ms),
    lateAnswerCount: afterClose,
    returns,
    tryNo: work?.try_no ?? 1,
    finishedMs,
    markable,
    isReturned: returns > 0 && !facts.handedIn && finishedMs === null,
  };
}

export interface AssignmentMarkedItem {
  readonly itemId: string;
  readonly autoCent: number | null;
  readonly right: boolean | null;
  readonly cent: number | null;
  readonly comment: string;
}

/** Combines automatic points with the teacher's, which take precedence. */
export function combineItemMarks(score: AttemptScore | undefined, marks: readonly AssignmentMarkRow[]): AssignmentMarkedItem[] {
  const markOf = new Map(marks.map((mark) => [mark.item_id, mark]));
  return (score?.items ?? []).map((item) => {
    const mark = markOf.get(item.itemId);
    return {
      itemId: item.itemId,
      autoCent: item.cent,
      right: mark?.cent === null || mark === undefined ? item.right : null,
      cent: mark?.cent ?? item.cent,
      comment: mark?.comment ?? '',
    };
  });
}

/** Sums the points in hundredths; null if a person still has to mark an answer. */
export function sumItemCents(items: readonly AssignmentMarkedItem[]): number | null {
  let sum = 0;
  for (const { cent } of items) {
    if (cent === null) return null;
    sum += cent;
  }
  return items.length === 0 ? null : sum;
}

/** Reduces the points (hundredths) of late work, if the assignment's late rule takes off a share. */
export const applyLateRule = (cents: number | null, task: AssignmentTimes, late: boolean): number | null =>
  cents !== null && late && task.late_rule === 'shareOff' ? computeLateShare(cents, task.late_percent) : cents;

/** Tells whether right answers and analyses may be shown now to a student whose points are shown. */
export const isAnalysisOpen = (rule: AnalysisRule, closeMs: number, nowMs: number): boolean =>
  rule === 'afterFinish' || rule === 'afterHandIn' || rule === 'atOnce' || (rule === 'afterWindow' && nowMs >= closeMs);
