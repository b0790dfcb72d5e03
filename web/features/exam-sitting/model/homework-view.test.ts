import { describe, expect, it } from 'vitest';
import { homeworkStatus } from '../../../../sync/contract/codes.ts';
import { getDueMs, sortByDueTime, isHomeworkStored, type AssignedWorkNotice, getShownHomeworkStatus } from './homework-view.ts';
import { emptyLocalSitting } from './gate/notice-view.ts';

const noticeOf = (task: object, planId = 1): AssignedWorkNotice =>
  ({ planId, task: { dueMs: 1000, handedInMs: null, ...task } }) as AssignedWorkNotice;
const storedSitting = { ...emptyLocalSitting, seated: true, hasPaper: true, hasKey: true };
const openHomework = noticeOf({ status: homeworkStatus.notDone, returned: null });
const returnedHomework = noticeOf({ status: homeworkStatus.returned, returned: { untilMs: 5000 } }, 2);

describe('homework on this PC', () => {
  it('is stored only with seat, paper and key', () => {
    expect(isHomeworkStored(openHomework, storedSitting)).toBe(true);
    for (const missing of ['seated', 'hasPaper', 'hasKey'] as const)
      expect(isHomeworkStored(openHomework, { ...storedSitting, [missing]: false })).toBe(false);
  });

  it('is stored after a return only once this PC knows of the return', () => {
    expect(isHomeworkStored(returnedHomework, { ...storedSitting, handedIn: true })).toBe(false);
    expect(isHomeworkStored(returnedHomework, storedSitting)).toBe(true);
    // The correction is handed in but not delivered yet, so this PC knows more than the server.
    expect(isHomeworkStored(returnedHomework, { ...storedSitting, handedIn: true, undelivered: 3 })).toBe(true);
    expect(getShownHomeworkStatus(returnedHomework, { ...storedSitting, handedIn: true, undelivered: 3 })).toBe(
      homeworkStatus.awaitingMarking,
    );
  });

  it('is due at its hand-in date, or after a return at its correction date', () => {
    expect([getDueMs(openHomework), getDueMs(returnedHomework)]).toEqual([1000, 5000]);
    // This notice sets no date for the correction, so the date for the hand-in applies.
    expect(getDueMs(noticeOf({ status: homeworkStatus.returned, returned: {} }))).toBe(1000);
    const rows = [returnedHomework, openHomework].map((notice) => ({ notice: { ...notice, withdrawn: null }, status: notice.task.status }));
    expect(sortByDueTime(rows).map(({ notice }) => notice.planId)).toEqual([1, 2]);
  });
});
