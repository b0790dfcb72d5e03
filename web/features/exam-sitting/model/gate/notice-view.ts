import {
  type AttemptKind,
  examStatus,
  examUserStatus,
  type ExamStatusCode,
  type ExamUserStatusCode,
} from '../../../../../sync/contract/codes.ts';
import type { PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import { getExamStatusAt } from '../../../../../sync/domain/exams/exam-machine.ts';

/** Computes the plan's status at a server time (epoch milliseconds), because the stored status becomes outdated. */
export const getStatusAt = (notice: PlanNotice, nowMs: number): ExamStatusCode =>
  getExamStatusAt(notice.status !== examStatus.notEnabled, notice, nowMs);

/** Returns the kind of attempt. Notices stored by older builds have no kind; they are exams. */
export const getAttemptKind = (notice: Pick<PlanNotice, 'kind'>): AttemptKind => notice.kind ?? 'exam';
export const isExamNotice = (notice: Pick<PlanNotice, 'kind'>): boolean => getAttemptKind(notice) === 'exam';

/** Returns the addresses where the attempt is listed, sat and reviewed. */
export function getAttemptPaths(notice: Pick<PlanNotice, 'kind' | 'planId'>): {
  readonly home: string;
  readonly item: string;
  readonly score: string;
} {
  const kind = getAttemptKind(notice);
  const area = kind === 'homework' || kind === 'test' ? `/student/${kind}` : '/student/exam';
  return {
    home: area === '/student/exam' ? '/student/home/index' : `${area}/index`,
    item: `${area}/item/${notice.planId}`,
    score: `${area}/score/${notice.planId}`,
  };
}

/** Tells whether the plan was withdrawn before its start. Its status is then "not enabled"; the server lists no other plans with that status. */
export const isNoticeWithdrawn = (notice: Pick<PlanNotice, 'status'>): boolean => notice.status === examStatus.notEnabled;

/** The server's present time as far as this page knows it. */
export interface KnownTime {
  readonly nowMs: number;
  /** True if `nowMs` is the server's time plus the time that this page has run since. False if only this PC's wall clock says so. */
  readonly isConfirmed: boolean;
}

/**
 * Tells whether the exam is over. A wall clock alone ends no exam and refuses no entry (SY21): it takes the server's status, or time run since a
 * confirmed server time.
 */
export const isExamOver = (notice: PlanNotice, { nowMs, isConfirmed }: KnownTime): boolean =>
  (isConfirmed || notice.status === examStatus.ended) && getStatusAt(notice, nowMs) === examStatus.ended;

/** Tells whether the exam is over according to this PC's wall clock only. */
export const isProbablyOver = (notice: PlanNotice, at: KnownTime): boolean =>
  getStatusAt(notice, at.nowMs) === examStatus.ended && !isExamOver(notice, at);

/** State of one exam on this PC. */
export interface LocalSitting {
  readonly seated: boolean;
  readonly hasPaper: boolean;
  /** True if the paper's key is stored on this PC, so that the paper opens without a network. */
  readonly hasKey: boolean;
  readonly hasBegun: boolean;
  readonly handedIn: boolean;
  readonly undelivered: number;
  /** Number of answers of the attempt that wait for a staff decision. */
  readonly undecidedCount: number;
  /** Number of ops that a PC reported but the server does not have, according to the receipt (SY25). */
  readonly missingCount: number;
}

export const emptyLocalSitting: LocalSitting = {
  seated: false,
  hasPaper: false,
  hasKey: false,
  hasBegun: false,
  handedIn: false,
  undelivered: 0,
  undecidedCount: 0,
  missingCount: 0,
};

export type NoticeAction = 'prepare' | 'enter' | 'continue' | 'receipt' | 'entryClosed' | 'none';

/** Returns the action of the one button that the list of exams shows with a notice. */
export function getNoticeAction(notice: PlanNotice, local: LocalSitting, at: KnownTime): NoticeAction {
  if (isNoticeWithdrawn(notice)) return 'none';
  const ended = isExamOver(notice, at);
  const endedStatuses = [examUserStatus.handedIn, examUserStatus.beingMarked, examUserStatus.finished] as readonly ExamUserStatusCode[];
  if (local.handedIn) return 'receipt';
  if (endedStatuses.includes(notice.myStatus)) return local.seated ? 'receipt' : 'none';
  if (local.hasBegun) return ended ? 'receipt' : 'continue';
  if (ended) return 'none';
  const late = at.isConfirmed && at.nowMs - notice.startMs >= notice.entryLimitMs;
  if (late && notice.myStatus === examUserStatus.awaiting) return 'entryClosed';
  if (!local.seated || !local.hasPaper) return 'prepare';
  return getStatusAt(notice, at.nowMs) === examStatus.enabled && at.isConfirmed ? 'none' : 'enter';
}

/** Sorts current exams first, soonest first, and then ended ones, newest first. */
export function sortNotices(notices: readonly PlanNotice[], at: KnownTime): readonly PlanNotice[] {
  const over = (notice: PlanNotice) => isExamOver(notice, at);
  return notices.toSorted((a, b) => {
    if (over(a) !== over(b)) return over(a) ? 1 : -1;
    return over(a) ? b.startMs - a.startMs : a.startMs - b.startMs;
  });
}

const statusKeys = ['notEnabled', 'enabled', 'upcoming', 'started', 'entryForbidden', 'handInAllowed', 'ended'] as const;
export const getStatusKey = (status: ExamStatusCode): (typeof statusKeys)[number] => statusKeys[status] ?? 'enabled';

const mineKeys = {
  '-3': 'cheating',
  '-2': 'absent',
  '-1': 'awaiting',
  '0': 'inExam',
  '1': 'handedIn',
  '2': 'beingMarked',
  '3': 'finished',
} as const;
export const getOwnStatusKey = (status: ExamUserStatusCode): (typeof mineKeys)[keyof typeof mineKeys] => mineKeys[`${status}`];
