import { homeworkStatus, type HomeworkStatusCode } from '../../../../sync/contract/codes.ts';
import type { PlanNotice } from '../../../../sync/contract/sitting.ts';
import type { TaskNotice } from '../../../../sync/contract/task-notice.ts';
import { attemptRules } from '../../../../sync/machines/attempt-kinds.ts';
import type { LocalSitting, ShownMoment } from './notice-view.ts';
import { isOver, kindOf } from './notice-view.ts';

/** Notice of homework or of a mock test. */
export type SetNotice = PlanNotice & { readonly task: TaskNotice };
export const setOf = (notices: readonly PlanNotice[], kind: 'homework' | 'test'): SetNotice[] =>
  notices.flatMap((notice) => (notice.kind === kind && notice.task ? [{ ...notice, task: notice.task }] : []));

export const closeMsOf = (notice: PlanNotice): number => notice.startMs + notice.durationMs;
/** Returns the due time; for returned homework, the due time of the correction. */
export const dueMsOf = ({ task }: SetNotice): number =>
  task.status === homeworkStatus.returned ? (task.returned?.untilMs ?? task.dueMs) : task.dueMs;

/** Returns when homework is due, which the player shows in place of a clock. Null for kinds that run on a clock. */
export function dueOf(notice: PlanNotice): { atMs: number; isCorrection: boolean } | null {
  const { task } = notice;
  if (!task || attemptRules[kindOf(notice)].clock !== 'window') return null;
  return { atMs: dueMsOf({ ...notice, task }), isCorrection: task.status === homeworkStatus.returned };
}

type Returned = NonNullable<TaskNotice['returned']>['items'][number];
/** Counts the marker's notes on a returned answer: on its text and on its photos. */
export const marksIn = ({ pictures = [], noted }: Returned): number => pictures.length + (noted?.notes.length ?? 0);

/** Returns the homework's status: the server's, advanced by actions on this PC that the server does not know yet. */
export function shownStatus(notice: SetNotice, local: LocalSitting): HomeworkStatusCode {
  const { status } = notice.task;
  if (status === homeworkStatus.finished || status === homeworkStatus.awaitingMarking) return status;
  // This PC may not have received the return yet. Only an undelivered hand-in is newer than the server's status.
  if (status === homeworkStatus.returned && local.undelivered === 0) return status;
  if (local.handedIn) return homeworkStatus.awaitingMarking;
  return status === homeworkStatus.notDone && local.begun ? homeworkStatus.done : status;
}

/** Tells whether the homework can be done on this PC without a network. Returned homework counts only after this PC has received the return. */
export const isHere = (notice: SetNotice, local: LocalSitting): boolean =>
  local.seated &&
  local.hasPaper &&
  local.hasKey &&
  !(notice.task.status === homeworkStatus.returned && local.handedIn && local.undelivered === 0);

export type HomeworkAction = 'begin' | 'goOn' | 'check' | 'correctIt' | 'receipt' | 'seeScore' | 'opens' | 'over';

/** Returns the action of the row's only button. */
export function homeworkAction(notice: SetNotice, local: LocalSitting, at: ShownMoment): HomeworkAction {
  const status = shownStatus(notice, local);
  // Withdrawn homework asks for no work. Undelivered answers are still sent, and the receipt stays available.
  if (notice.withdrawn !== null) return local.handedIn || local.undelivered > 0 ? 'receipt' : 'over';
  if (notice.task.scoreTold && status === homeworkStatus.finished) return 'seeScore';
  if (status === homeworkStatus.awaitingMarking || status === homeworkStatus.finished) return local.seated ? 'receipt' : 'over';
  if (status === homeworkStatus.returned) return 'correctIt';
  if (at.nowMs < notice.startMs) return 'opens';
  if (isOver(notice, at)) return local.undelivered > 0 ? 'receipt' : 'over';
  if (notice.task.answered >= notice.questionCount) return 'check';
  return status === homeworkStatus.done ? 'goOn' : 'begin';
}

const isOpen = (status: HomeworkStatusCode): boolean => status <= homeworkStatus.returned;
/** Tells whether the learner still has something to do. */
export const asksForWork = (notice: SetNotice, status: HomeworkStatusCode): boolean => notice.withdrawn === null && isOpen(status);

/** Sorts open homework first, by due time, and then the rest, newest hand-in first. */
export function inDueOrder<T extends { readonly notice: SetNotice; readonly status: HomeworkStatusCode }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => {
    const isFirst = asksForWork(a.notice, a.status);
    if (isFirst !== asksForWork(b.notice, b.status)) return isFirst ? -1 : 1;
    const [one, other] = [a.notice.task, b.notice.task];
    return isFirst ? dueMsOf(a.notice) - dueMsOf(b.notice) : (other.handedInMs ?? other.dueMs) - (one.handedInMs ?? one.dueMs);
  });
}
