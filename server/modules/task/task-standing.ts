import type { AnalysisRule, HomeworkStatusCode, LateRule } from '../../../sync/contract/codes.ts';
import { homeworkStatusOf, shareOf } from '../../../sync/machines/homework-status.ts';
import { type AttemptScore, isMarkable } from '../marking/marking-reads.ts';
import type { AttemptSummary } from '../sync/sync-reads.ts';
import type { MarkRow, WorkRow } from './task-store.ts';

export interface TaskTimes {
  readonly due_ms: number;
  readonly late_rule: LateRule;
  readonly late_percent: number;
}

/** Where one person stands in what was set for them. */
export interface TaskStanding {
  readonly status: HomeworkStatusCode;
  readonly answered: number;
  /** Everything handed in is here since then. */
  readonly handedInMs: number | null;
  readonly late: boolean;
  /** Answers that the server first received after the window, whatever their device says of the time: they count once a person says so. */
  readonly afterClose: number;
  readonly returns: number;
  readonly tryNo: number;
  readonly finishedMs: number | null;
  /** Its answers may be marked: all of the hand-in is here, or its time is over. */
  readonly markable: boolean;
  /** It was given back, and is not handed in again. */
  readonly isBack: boolean;
}

export function taskStanding(task: TaskTimes, attempt: AttemptSummary | undefined, work: WorkRow | undefined): TaskStanding {
  const markable = attempt !== undefined && isMarkable(attempt);
  const handedInMs = attempt?.complete ? (attempt.receipt?.receivedMs ?? null) : null;
  // What is corrected after a return was handed in when it first was.
  const firstMs = work?.first_ms ?? handedInMs;
  const returns = work?.returns ?? 0;
  const afterClose = attempt?.concerns.receivedAfterEnd ?? 0;
  const finishedMs = work?.finished_ms ?? null;
  const facts = { begun: (attempt?.answered ?? 0) > 0, handedIn: markable || (attempt?.handedIn ?? false), returned: returns > 0 };
  return {
    status: homeworkStatusOf({ ...facts, finished: finishedMs !== null }),
    answered: attempt?.answered ?? 0,
    handedInMs,
    late: afterClose > 0 || (firstMs === null ? markable && task.late_rule !== 'refused' : firstMs > task.due_ms),
    afterClose,
    returns,
    tryNo: work?.try_no ?? 1,
    finishedMs,
    markable,
    isBack: returns > 0 && !facts.handedIn && finishedMs === null,
  };
}

export interface MarkedItem {
  readonly itemId: string;
  readonly autoCent: number | null;
  readonly right: boolean | null;
  readonly cent: number | null;
  readonly comment: string;
}

/** The teacher's points above those that were counted by themselves. */
export function markedItems(score: AttemptScore | undefined, marks: readonly MarkRow[]): MarkedItem[] {
  const said = new Map(marks.map((mark) => [mark.item_id, mark]));
  return (score?.items ?? []).map((item) => {
    const mark = said.get(item.itemId);
    return {
      itemId: item.itemId,
      autoCent: item.cent,
      right: mark?.cent === null || mark === undefined ? item.right : null,
      cent: mark?.cent ?? item.cent,
      comment: mark?.comment ?? '',
    };
  });
}

/** Null where an item waits for a person. */
export function centsOf(items: readonly MarkedItem[]): number | null {
  let sum = 0;
  for (const { cent } of items) {
    if (cent === null) return null;
    sum += cent;
  }
  return items.length === 0 ? null : sum;
}

/** What counts of it, the late rule applied. */
export const countedCents = (cents: number | null, task: TaskTimes, late: boolean): number | null =>
  cents !== null && late && task.late_rule === 'shareOff' ? shareOf(cents, task.late_percent) : cents;

/** May right answers and analyses be told now to somebody whose points are told? */
export const analysisOpen = (rule: AnalysisRule, closeMs: number, nowMs: number): boolean =>
  rule === 'afterFinish' || rule === 'afterHandIn' || rule === 'atOnce' || (rule === 'afterWindow' && nowMs >= closeMs);
