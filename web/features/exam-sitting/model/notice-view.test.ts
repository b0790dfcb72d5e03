import { describe, expect, it } from 'vitest';
import type { PlanNotice } from '../../../../sync/contract/sitting.ts';
import { examStatusAt } from '../../../../sync/machines/exam-machine.ts';
import { inOrder, isOver, isWithdrawn, nextAction, nothingHere, seemsOver, statusAt, type LocalSitting } from './notice-view.ts';

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
const sureAt = (minutes: number) => ({ nowMs: at(minutes), sure: true });
const ready: LocalSitting = { ...nothingHere, seated: true, hasPaper: true };

describe('exam notice', () => {
  it('tells the status by the time, not by when it was fetched', () => {
    expect([-31, -30, 0, 15, 30, 90].map((minutes) => statusAt(notice, at(minutes)))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(statusAt({ ...notice, status: 0 }, at(5))).toBe(0);
  });

  it('leads nowhere once it is withdrawn, whatever lies on this PC', () => {
    const off: PlanNotice = { ...notice, status: 0, withdrawn: { ms: at(-60), reason: '停电' } };
    expect([isWithdrawn(off), isWithdrawn(notice)]).toEqual([true, false]);
    expect([-60, 0, 5, 120].map((minutes) => [nextAction(off, ready, sureAt(minutes)), isOver(off, sureAt(minutes))])).toEqual(
      Array(4).fill(['none', false]),
    );
  });

  it('shows the status that staff see, whichever limit comes first', () => {
    for (const limits of [{}, { earliestHandInMs: 0 }, { entryLimitMs: 40 * minute }, { entryLimitMs: 0, earliestHandInMs: 0 }])
      for (let minutes = -40; minutes <= 100; minutes += 1) {
        const each = { ...notice, ...limits };
        expect(statusAt(each, at(minutes))).toBe(examStatusAt(true, each, at(minutes)));
      }
    // The examinee may hand in and may still enter. Status 5 means that entry is closed too, so it must wait for both.
    expect(statusAt({ ...notice, earliestHandInMs: 0 }, at(5))).toBe(3);
  });

  it('offers one next step', () => {
    expect(nextAction(notice, nothingHere, sureAt(-600))).toBe('prepare');
    expect(nextAction(notice, ready, sureAt(-600))).toBe('none');
    expect(nextAction(notice, ready, sureAt(-10))).toBe('enter');
    expect(nextAction(notice, ready, sureAt(5))).toBe('enter');
    expect(nextAction(notice, ready, sureAt(16))).toBe('entryClosed');
    expect(nextAction({ ...notice, myStatus: 0 }, ready, sureAt(16))).toBe('enter');
    expect(nextAction(notice, nothingHere, sureAt(91))).toBe('none');
  });

  it('lets somebody who has begun go on, online or not, and shows a hand-in made here', () => {
    expect(nextAction(notice, { ...ready, begun: true }, sureAt(60))).toBe('continue');
    expect(nextAction(notice, { ...ready, begun: true }, sureAt(91))).toBe('receipt');
    expect(nextAction(notice, { ...ready, begun: true, handedIn: true }, sureAt(60))).toBe('receipt');
    expect(nextAction({ ...notice, myStatus: 1 }, nothingHere, sureAt(60))).toBe('none');
  });

  it('SY21: no wall clock by itself ends an exam or shuts anybody out; it only says what it thinks', () => {
    const ahead = { nowMs: at(6000), sure: false };
    expect(nextAction(notice, { ...ready, begun: true }, ahead)).toBe('continue');
    expect(nextAction(notice, ready, ahead)).toBe('enter');
    expect(nextAction(notice, ready, { nowMs: at(-6000), sure: false })).toBe('enter');
    expect([isOver(notice, ahead), seemsOver(notice, ahead)]).toEqual([false, true]);
    // An exam that the server reported as ended stays ended.
    const ended: PlanNotice = { ...notice, status: 6 };
    expect([isOver(ended, ahead), nextAction(ended, { ...ready, begun: true }, ahead)]).toEqual([true, 'receipt']);
    expect(
      inOrder(
        [
          { ...notice, planId: 1 },
          { ...notice, planId: 2, startMs: at(9000) },
        ],
        ahead,
      ).map((plan) => plan.planId),
    ).toEqual([1, 2]);
  });

  it('puts the soonest first and what is over last', () => {
    const plans = [
      { ...notice, planId: 1, startMs: at(-500) },
      { ...notice, planId: 2, startMs: at(300) },
      { ...notice, planId: 3, startMs: at(10) },
      { ...notice, planId: 4, startMs: at(-200) },
    ];
    expect(inOrder(plans, sureAt(0)).map((plan) => plan.planId)).toEqual([3, 2, 4, 1]);
  });
});
