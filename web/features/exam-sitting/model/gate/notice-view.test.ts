import { describe, expect, it } from 'vitest';
import type { PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import { getExamStatusAt } from '../../../../../sync/domain/exams/exam-machine.ts';
import {
  sortNotices,
  isExamOver,
  isNoticeWithdrawn,
  getNoticeAction,
  emptyLocalSitting,
  isProbablyOver,
  getStatusAt,
  type LocalSitting,
} from './notice-view.ts';

const minute = 60_000;
const start = 1_800_000_000_000;
const notice: PlanNotice = {
  planId: 1,
  name: '电工四级',
  paperName: '理论',
  notice: '',
  status: 1,
  startMs: start,
  durationMs: 90 * minute,
  entryLimitMs: 15 * minute,
  earliestHandInMs: 30 * minute,
  totalPoints: 100,
  passPoints: 60,
  questionCount: 50,
  attemptId: '6f1c2f7e-4a55-4b0e-9d2c-1d8a7f2f0001',
  seatLabel: '07',
  ticketNo: '1',
  myStatus: -1,
  scoreReleased: false,
};
const at = (minutes: number) => start + minutes * minute;
const sureAt = (minutes: number) => ({ nowMs: at(minutes), isConfirmed: true });
const ready: LocalSitting = { ...emptyLocalSitting, seated: true, hasPaper: true };

describe('exam notice', () => {
  it('shows the status at the present time, not at the last fetch', () => {
    expect([-31, -30, 0, 15, 30, 90].map((minutes) => getStatusAt(notice, at(minutes)))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(getStatusAt({ ...notice, status: 0 }, at(5))).toBe(0);
  });

  it('offers no action once the exam is withdrawn, even if its package is on this PC', () => {
    const off: PlanNotice = { ...notice, status: 0, withdrawn: { ms: at(-60), reason: '停电' } };
    expect([isNoticeWithdrawn(off), isNoticeWithdrawn(notice)]).toEqual([true, false]);
    expect([-60, 0, 5, 120].map((minutes) => [getNoticeAction(off, ready, sureAt(minutes)), isExamOver(off, sureAt(minutes))])).toEqual(
      Array(4).fill(['none', false]),
    );
  });

  it('shows the same status as staff see, whichever limit comes first', () => {
    for (const limits of [{}, { earliestHandInMs: 0 }, { entryLimitMs: 40 * minute }, { entryLimitMs: 0, earliestHandInMs: 0 }])
      for (let minutes = -40; minutes <= 100; minutes += 1) {
        const each = { ...notice, ...limits };
        expect(getStatusAt(each, at(minutes))).toBe(getExamStatusAt(true, each, at(minutes)));
      }
    // The examinee may hand in and may still enter. Status 5 would say that entry is closed, so the status stays 3 until the entry limit.
    expect(getStatusAt({ ...notice, earliestHandInMs: 0 }, at(5))).toBe(3);
  });

  it('offers the one action that fits time, stored package and status', () => {
    expect(getNoticeAction(notice, emptyLocalSitting, sureAt(-600))).toBe('prepare');
    expect(getNoticeAction(notice, ready, sureAt(-600))).toBe('none');
    expect(getNoticeAction(notice, ready, sureAt(-10))).toBe('enter');
    expect(getNoticeAction(notice, ready, sureAt(5))).toBe('enter');
    expect(getNoticeAction(notice, ready, sureAt(16))).toBe('entryClosed');
    expect(getNoticeAction({ ...notice, myStatus: 0 }, ready, sureAt(16))).toBe('enter');
    expect(getNoticeAction(notice, emptyLocalSitting, sureAt(91))).toBe('none');
  });

  it('lets an examinee who has begun continue, online or offline, and shows the receipt after a hand-in', () => {
    expect(getNoticeAction(notice, { ...ready, hasBegun: true }, sureAt(60))).toBe('continue');
    expect(getNoticeAction(notice, { ...ready, hasBegun: true }, sureAt(91))).toBe('receipt');
    expect(getNoticeAction(notice, { ...ready, hasBegun: true, handedIn: true }, sureAt(60))).toBe('receipt');
    expect(getNoticeAction({ ...notice, myStatus: 1 }, emptyLocalSitting, sureAt(60))).toBe('none');
  });

  it('SY21: an unconfirmed clock neither ends an exam nor refuses entry; it only gives an estimate', () => {
    const ahead = { nowMs: at(6000), isConfirmed: false };
    expect(getNoticeAction(notice, { ...ready, hasBegun: true }, ahead)).toBe('continue');
    expect(getNoticeAction(notice, ready, ahead)).toBe('enter');
    expect(getNoticeAction(notice, ready, { nowMs: at(-6000), isConfirmed: false })).toBe('enter');
    expect([isExamOver(notice, ahead), isProbablyOver(notice, ahead)]).toEqual([false, true]);
    // An exam that the server reported as ended stays ended.
    const ended: PlanNotice = { ...notice, status: 6 };
    expect([isExamOver(ended, ahead), getNoticeAction(ended, { ...ready, hasBegun: true }, ahead)]).toEqual([true, 'receipt']);
    expect(
      sortNotices(
        [
          { ...notice, planId: 1 },
          { ...notice, planId: 2, startMs: at(9000) },
        ],
        ahead,
      ).map((plan) => plan.planId),
    ).toEqual([1, 2]);
  });

  it('sortNotices puts the next exam first and ended exams last', () => {
    const plans = [
      { ...notice, planId: 1, startMs: at(-500) },
      { ...notice, planId: 2, startMs: at(300) },
      { ...notice, planId: 3, startMs: at(10) },
      { ...notice, planId: 4, startMs: at(-200) },
    ];
    expect(sortNotices(plans, sureAt(0)).map((plan) => plan.planId)).toEqual([3, 2, 4, 1]);
  });
});
