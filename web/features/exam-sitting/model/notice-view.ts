import {
  type AttemptKind,
  examStatus,
  examUserStatus,
  type ExamStatusCode,
  type ExamUserStatusCode,
} from '../../../../sync/contract/codes.ts';
import type { PlanNotice } from '../../../../sync/contract/sitting.ts';
import { examStatusAt } from '../../../../sync/machines/exam-machine.ts';

/** The plan's status at a moment of server time: what was stored this morning is no longer true tonight. */
export const statusAt = (notice: PlanNotice, nowMs: number): ExamStatusCode =>
  examStatusAt(notice.status !== examStatus.notEnabled, notice, nowMs);

/** What a notice is of: one that lies here from before there were others is of an exam. */
export const kindOf = (notice: Pick<PlanNotice, 'kind'>): AttemptKind => notice.kind ?? 'exam';
export const isExam = (notice: Pick<PlanNotice, 'kind'>): boolean => kindOf(notice) === 'exam';

/** Where it is listed, done and looked back on. */
export function placeOf(notice: Pick<PlanNotice, 'kind' | 'planId'>): {
  readonly home: string;
  readonly item: string;
  readonly score: string;
} {
  const kind = kindOf(notice);
  const area = kind === 'homework' || kind === 'test' ? `/student/${kind}` : '/student/exam';
  return {
    home: area === '/student/exam' ? '/student/home/index' : `${area}/index`,
    item: `${area}/item/${notice.planId}`,
    score: `${area}/score/${notice.planId}`,
  };
}

/** Called off before its start; the server lists no other exams that are not enabled. */
export const isWithdrawn = (notice: Pick<PlanNotice, 'status'>): boolean => notice.status === examStatus.notEnabled;

/** A moment as this page knows it. */
export interface ShownMoment {
  readonly nowMs: number;
  /** By the server, and what this page has lived through since. Otherwise it is only what this PC's wall clock claims. */
  readonly sure: boolean;
}

/** SY21: a wall clock by itself ends no exam and shuts nobody out; only the server has said so, or time that passed since it said something. */
export const isOver = (notice: PlanNotice, { nowMs, sure }: ShownMoment): boolean =>
  (sure || notice.status === examStatus.ended) && statusAt(notice, nowMs) === examStatus.ended;

/** Over, as far as this PC's clock goes, and nobody has confirmed it. */
export const seemsOver = (notice: PlanNotice, at: ShownMoment): boolean =>
  statusAt(notice, at.nowMs) === examStatus.ended && !isOver(notice, at);

/** What this PC holds of one exam. */
export interface LocalSitting {
  readonly seated: boolean;
  readonly hasPaper: boolean;
  /** The key of the paper lies here: it opens without a network. */
  readonly hasKey: boolean;
  readonly begun: boolean;
  readonly handedIn: boolean;
  readonly undelivered: number;
  /** Answers of the attempt that wait until staff have decided about them. */
  readonly waiting: number;
  /** Ops of the attempt that a PC told of and the server does not have, as the receipt says (SY25). */
  readonly lacking: number;
}

export const nothingHere: LocalSitting = {
  seated: false,
  hasPaper: false,
  hasKey: false,
  begun: false,
  handedIn: false,
  undelivered: 0,
  waiting: 0,
  lacking: 0,
};

export type NoticeAction = 'prepare' | 'enter' | 'continue' | 'receipt' | 'entryClosed' | 'none';

/** The one button that is the next step. */
export function nextAction(notice: PlanNotice, local: LocalSitting, at: ShownMoment): NoticeAction {
  if (isWithdrawn(notice)) return 'none';
  const ended = isOver(notice, at);
  const over = [examUserStatus.handedIn, examUserStatus.beingMarked, examUserStatus.finished] as readonly ExamUserStatusCode[];
  if (local.handedIn) return 'receipt';
  if (over.includes(notice.myStatus)) return local.seated ? 'receipt' : 'none';
  if (local.begun) return ended ? 'receipt' : 'continue';
  if (ended) return 'none';
  const late = at.sure && at.nowMs - notice.startMs >= notice.entryLimitMs;
  if (late && notice.myStatus === examUserStatus.awaiting) return 'entryClosed';
  if (!local.seated || !local.hasPaper) return 'prepare';
  return statusAt(notice, at.nowMs) === examStatus.enabled && at.sure ? 'none' : 'enter';
}

/** Soonest first; what is over goes to the end, newest first. */
export function inOrder(notices: readonly PlanNotice[], at: ShownMoment): readonly PlanNotice[] {
  const over = (notice: PlanNotice) => isOver(notice, at);
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
