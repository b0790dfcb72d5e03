import { examStatus, examUserStatus, type ExamStatusCode, type ExamUserStatusCode } from '../../../../sync/contract/codes.ts';
import type { PlanNotice } from '../../../../sync/contract/exam.ts';
import { examStatusAt } from '../../../../sync/machines/exam-machine.ts';

/** The plan's status at a moment of server time: what was stored this morning is no longer true tonight. */
export const statusAt = (notice: PlanNotice, nowMs: number): ExamStatusCode =>
  examStatusAt(notice.status !== examStatus.notEnabled, notice, nowMs);

/** What this PC holds of one exam. */
export interface LocalSitting {
  readonly seated: boolean;
  readonly hasPaper: boolean;
  readonly begun: boolean;
  readonly handedIn: boolean;
  readonly undelivered: number;
}

export const nothingHere: LocalSitting = { seated: false, hasPaper: false, begun: false, handedIn: false, undelivered: 0 };

export type NoticeAction = 'prepare' | 'enter' | 'continue' | 'receipt' | 'entryClosed' | 'none';

/** The one button that is the next step. */
export function nextAction(notice: PlanNotice, local: LocalSitting, nowMs: number): NoticeAction {
  const status = statusAt(notice, nowMs);
  const over = [examUserStatus.handedIn, examUserStatus.beingMarked, examUserStatus.finished] as readonly ExamUserStatusCode[];
  if (local.handedIn) return 'receipt';
  if (over.includes(notice.myStatus)) return local.seated ? 'receipt' : 'none';
  if (local.begun) return status === examStatus.ended ? 'receipt' : 'continue';
  if (status === examStatus.ended) return 'none';
  const late = nowMs - notice.startMs >= notice.entryLimitMs;
  if (late && notice.myStatus === examUserStatus.awaiting) return 'entryClosed';
  if (!local.seated || !local.hasPaper) return 'prepare';
  return status === examStatus.enabled ? 'none' : 'enter';
}

/** Soonest first; what is over goes to the end, newest first. */
export function inOrder(notices: readonly PlanNotice[], nowMs: number): readonly PlanNotice[] {
  const over = (notice: PlanNotice) => statusAt(notice, nowMs) === examStatus.ended;
  return notices.toSorted((a, b) => {
    if (over(a) !== over(b)) return over(a) ? 1 : -1;
    return over(a) ? b.startMs - a.startMs : a.startMs - b.startMs;
  });
}

const statusKeys = ['notEnabled', 'enabled', 'upcoming', 'started', 'entryForbidden', 'handInAllowed', 'ended'] as const;
export const statusKey = (status: ExamStatusCode): (typeof statusKeys)[number] => statusKeys[status] ?? 'enabled';

const mineKeys = {
  '-3': 'cheating',
  '-2': 'absent',
  '-1': 'awaiting',
  '0': 'inExam',
  '1': 'handedIn',
  '2': 'beingMarked',
  '3': 'finished',
} as const;
export const myStatusKey = (status: ExamUserStatusCode): (typeof mineKeys)[keyof typeof mineKeys] => mineKeys[`${status}`];
