import { describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { examUserStatus } from '../../../sync/contract/codes.ts';
import { createRoomAnswerOp, enterOp, startExamRoom, handInAndDeliver, examRoomMinuteMs } from '../fixtures/exam-room.ts';

describe('statuses of examinees on board and score page', () => {
  it('after the deadline an examinee who never entered is absent; one who entered is still awaited', async () => {
    const room = await startExamRoom({ people: 2 });
    room.at(room.startMs + examRoomMinuteMs);
    await room.sit(room.examinees[0]);
    const statuses = async () => (await room.board()).examinees.map(({ status, unconfirmedAbsent }) => [status, unconfirmedAbsent]);
    room.at(room.endMs - 1);
    expect(await statuses()).toEqual([
      [examUserStatus.awaiting, false],
      [examUserStatus.awaiting, false],
    ]);
    room.at(room.endMs + 20_000);
    expect(await statuses()).toEqual([
      [examUserStatus.awaiting, false],
      [examUserStatus.absent, true],
    ]);
  });

  it('the release does not wait for the extension of an examinee who has handed in', async () => {
    const room = await startExamRoom();
    room.at(room.startMs + examRoomMinuteMs);
    const pc = await room.sit(room.examinees[0]);
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    const extended = await room.staff('/exam/extend', {
      planId: room.planId,
      userIds: [room.examinees[0].userId],
      ms: 30 * examRoomMinuteMs,
      incidentId: pc.stream.header.streamId,
      reason: '停电',
      knowsReleased: false,
    });
    expect(extended.code).toBe(0);
    await handInAndDeliver(pc);
    room.at(room.endMs + 1000);
    expect((await room.board()).examinees).toMatchObject([{ extensionMs: 30 * examRoomMinuteMs, wait: null }]);
    expect((await room.staff(examCalls.releaseScores.path, { id: room.planId })).code).toBe(0);
  });
});
