import { homeworkStatus, type HomeworkStatusCode } from '../../../../sync/contract/codes.ts';
import type { AssignmentNotice, PlanNotice } from '../../../../sync/contract/exams/sitting.ts';
import { attemptRules } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { type LocalSitting, type KnownTime, isExamOver, getAttemptKind } from './gate/notice-view.ts';

/** Notice of homework or of a mock test. */
export type AssignedWorkNotice = PlanNotice & { readonly task: AssignmentNotice };
export const filterAssignedNotices = (notices: readonly PlanNotice[], kind: 'homework' | 'test'): AssignedWorkNotice[] =>
  notices.flatMap((notice) => (notice.kind === kind && notice.task ? [{ ...notice, task: notice.task }] : []));

export const getCloseMs = (notice: PlanNotice): number => notice.startMs + notice.durationMs;
/** Returns the due time; for returned homework, the due time of the correction. */
export const getDueMs = ({ task }: AssignedWorkNotice): number =>
  task.status === homeworkStatus.returned ? (task.returned?.untilMs ?? task.dueMs) : task.dueMs;

/** Returns when homework is due, which the player shows in place of a clock. Null for kinds that run on a clock. */
export function getDueTime(notice: PlanNotice): { atMs: number; isCorrection: boolean } | null {
  const { task } = notice;
  if (!task || attemptRules[getAttemptKind(notice)].clock !== 'window') return null;
  return { atMs: getDueMs({ ...notice, task }), isCorrection: task.status === homeworkStatus.returned };
}

type ReturnedItem = NonNullable<AssignmentNotice['returned']>['items'][number];
/** Counts the marker's notes on a returned answer: on its text and on its photos. */
export const countMarkerNotes = ({ pictures = [], noted }: ReturnedItem): number => pictures.length + (noted?.notes.length ?? 0);

/** Returns the homework's status: the server's, advanced by actions on this PC that the server does not know yet. */
export function getShownHomeworkStatus(notice: AssignedWorkNotice, local: LocalSitting): HomeworkStatusCode {
  const { status } = notice.task;
  if (status === homeworkStatus.finished || status === homeworkStatus.awaitingMarking) return status;
  // The teacher has returned the homework for correction, but this PC may not know it yet. Only an undelivered hand-in is newer than the server's
  // status.
  if (status === homeworkStatus.returned && local.undelivered === 0) return status;
  if (local.handedIn) return homeworkStatus.awaitingMarking;
  return status === homeworkStatus.notDone && local.hasBegun ? homeworkStatus.done : status;
}

/**
 * Tells whether the homework can be done on this PC without a network. Homework that the teacher returned can be corrected only once this PC has
 * reopened the attempt, which still counts as handed in before.
 */
export const isHomeworkStored = (notice: AssignedWorkNotice, local: LocalSitting): boolean =>
  local.seated &&
  local.hasPaper &&
  local.hasKey &&
  !(notice.task.status === homeworkStatus.returned && local.handedIn && local.undelivered === 0);

export type HomeworkAction = 'begin' | 'goOn' | 'check' | 'correctIt' | 'receipt' | 'seeScore' | 'opens' | 'over';

/** Returns the action of the one button that a row of the homework list has. */
export function getHomeworkAction(notice: AssignedWorkNotice, local: LocalSitting, at: KnownTime): HomeworkAction {
  const status = getShownHomeworkStatus(notice, local);
  // Withdrawn homework asks for no work. Undelivered answers are still sent, and the receipt stays available.
  if (notice.withdrawn !== null) return local.handedIn || local.undelivered > 0 ? 'receipt' : 'over';
  if (notice.task.scoreTold && status === homeworkStatus.finished) return 'seeScore';
  if (status === homeworkStatus.awaitingMarking || status === homeworkStatus.finished) return local.seated ? 'receipt' : 'over';
  if (status === homeworkStatus.returned) return 'correctIt';
  if (at.nowMs < notice.startMs) return 'opens';
  if (isExamOver(notice, at)) return local.undelivered > 0 ? 'receipt' : 'over';
  if (notice.task.answered >= notice.questionCount) return 'check';
  return status === homeworkStatus.done ? 'goOn' : 'begin';
}

const isOpen = (status: HomeworkStatusCode): boolean => status <= homeworkStatus.returned;
/** Tells whether the learner still has work to do for this homework or mock test. */
export const isWorkOpen = (notice: AssignedWorkNotice, status: HomeworkStatusCode): boolean => notice.withdrawn === null && isOpen(status);

/** Sorts open homework first, by due time, and then the rest, newest hand-in first. */
export function sortByDueTime<T extends { readonly notice: AssignedWorkNotice; readonly status: HomeworkStatusCode }>(
  rows: readonly T[],
): T[] {
  return rows.toSorted((a, b) => {
    const isFirst = isWorkOpen(a.notice, a.status);
    if (isFirst !== isWorkOpen(b.notice, b.status)) return isFirst ? -1 : 1;
    const [one, other] = [a.notice.task, b.notice.task];
    return isFirst ? getDueMs(a.notice) - getDueMs(b.notice) : (other.handedInMs ?? other.dueMs) - (one.handedInMs ?? one.dueMs);
  });
}
