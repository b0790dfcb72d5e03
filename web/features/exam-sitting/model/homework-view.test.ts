import { describe, expect, it } from 'vitest';
import { homeworkStatus } from '../../../../sync/contract/codes.ts';
import { dueMsOf, inDueOrder, isHere, type SetNotice, shownStatus } from './homework-view.ts';
import { nothingHere } from './notice-view.ts';

const noticeOf = (task: object, planId = 1): SetNotice => ({ planId, task: { dueMs: 1000, handedInMs: null, ...task } }) as SetNotice;
const taken = { ...nothingHere, seated: true, hasPaper: true, hasKey: true };
const open = noticeOf({ status: homeworkStatus.notDone, returned: null });
const back = noticeOf({ status: homeworkStatus.returned, returned: { untilMs: 5000 } }, 2);

describe('homework on this PC', () => {
  it('is here with seat, paper and the paper’s key', () => {
    expect(isHere(open, taken)).toBe(true);
    for (const missing of ['seated', 'hasPaper', 'hasKey'] as const) expect(isHere(open, { ...taken, [missing]: false })).toBe(false);
  });

  it('given back, is here once this PC has heard of it', () => {
    expect(isHere(back, { ...taken, handedIn: true })).toBe(false);
    expect(isHere(back, taken)).toBe(true);
    // The correction is handed in but not delivered yet, so this PC knows more than the server.
    expect(isHere(back, { ...taken, handedIn: true, undelivered: 3 })).toBe(true);
    expect(shownStatus(back, { ...taken, handedIn: true, undelivered: 3 })).toBe(homeworkStatus.awaitingMarking);
  });

  it('is due when it is to be handed in, and given back when its correction is', () => {
    expect([dueMsOf(open), dueMsOf(back)]).toEqual([1000, 5000]);
    // Notice of a server that sends no date for the correction.
    expect(dueMsOf(noticeOf({ status: homeworkStatus.returned, returned: {} }))).toBe(1000);
    const rows = [back, open].map((notice) => ({ notice: { ...notice, withdrawn: null }, status: notice.task.status }));
    expect(inDueOrder(rows).map(({ notice }) => notice.planId)).toEqual([1, 2]);
  });
});
