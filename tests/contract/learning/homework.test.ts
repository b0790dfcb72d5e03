import { handInAndDeliver } from '../fixtures/exam-room.ts';
import { describe, expect, it } from 'vitest';
import { homeworkStatus } from '../../../sync/contract/codes.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { createRoomAnswerOp, dayMs, examRoomMinuteMs, startAssignmentRoom } from '../fixtures/assignment-room.ts';

type Room = Awaited<ReturnType<typeof startAssignmentRoom>>;
const statusOf = async (room: Room) => (await room.notice(room.students[0]))?.task?.status;
/** Starts a homework in which one student has handed in these answers. */
async function handedIn(...answers: readonly ReturnType<typeof createRoomAnswerOp>[]) {
  const room = await startAssignmentRoom('homework');
  const student = room.students[0];
  const pc = await room.open(student);
  await pc.send(...answers);
  await handInAndDeliver(pc);
  const { answersVersion } = await room.work(student);
  return { room, student, pc, key: { planId: room.planId, userId: student.userId, answersVersion } };
}

describe('homework', () => {
  it('goes through the five statuses: not done, done, awaiting marking, returned, finished', async () => {
    const room = await startAssignmentRoom('homework');
    const student = room.students[0];
    expect(await statusOf(room)).toBe(homeworkStatus.notDone);
    const pc = await room.open(student);
    await pc.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'));
    expect(await statusOf(room)).toBe(homeworkStatus.done);
    room.at(room.draft.dueMs - examRoomMinuteMs);
    await handInAndDeliver(pc);
    expect(await statusOf(room)).toBe(homeworkStatus.awaitingMarking);
    expect((await room.teacher(assignmentCalls.getStudents, {})).items).toHaveLength(1);

    const work = await room.work(student);
    expect(work.items.map((item) => [item.answer, item.autoPoints, item.right])).toEqual([
      [['A'], 2, true],
      [['B'], 0, false],
      [[], 0, false],
      [[], 0, false],
    ]);
    const key = { planId: room.planId, userId: student.userId, answersVersion: work.answersVersion };
    await room.teacher(assignmentCalls.mark, { ...key, items: [{ itemId: '2', points: null, comment: '再看看欧姆定律' }] });
    room.at(room.draft.dueMs + examRoomMinuteMs);
    const back = { ...key, reason: '两处要改', untilMs: room.draft.dueMs + 4 * dayMs };
    expect(await room.teacher(assignmentCalls.giveBack, back)).toEqual({ returns: 1 });
    // The teacher clicks twice, or the call is repeated after a lost reply.
    expect(await room.teacher(assignmentCalls.giveBack, back)).toEqual({ returns: 1 });
    const returned = await room.notice(student);
    expect(returned?.task).toMatchObject({
      status: homeworkStatus.returned,
      points: null,
      scoreTold: false,
      returned: { reason: '两处要改', times: 1, items: [{ itemId: '2', comment: '再看看欧姆定律' }] },
    });

    // The student corrects the work after the homework's closing time, but within the time that the return allows.
    room.at(room.draft.dueMs + 3 * dayMs);
    await pc.send(createRoomAnswerOp(2, 'A'), createRoomAnswerOp(3, 'A'));
    await handInAndDeliver(pc);
    expect(await statusOf(room)).toBe(homeworkStatus.awaitingMarking);
    const again = await room.work(student);
    expect(again.items.map((item) => item.answer)).toEqual([['A'], ['A'], ['A'], []]);
    // The work is not late, because it was first handed in on time.
    expect(again.student).toMatchObject({ late: false, returns: 1, points: 6 });
    expect((await student.post('/task/myScore', { planId: room.planId })).code).toBe(1002);
    expect(await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [student.userId] })).toEqual({
      finished: 1,
      left: [],
    });
    const score = await student.read(assignmentCalls.myScore, { planId: room.planId });
    expect(score).toMatchObject({ points: 6, totalPoints: 8, hasAnalysis: true, late: false });
    expect(score.items[0]?.key).toEqual({ kind: 'choice', right: ['A'] });
    expect(await statusOf(room)).toBe(homeworkStatus.finished);
  });

  it('refuses marking and returning after it is finished, and later answers do not count', async () => {
    const room = await startAssignmentRoom('homework');
    const student = room.students[0];
    const pc = await room.open(student);
    await pc.send(createRoomAnswerOp(1, 'B'));
    await handInAndDeliver(pc);
    await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [student.userId] });
    const { answersVersion } = await room.work(student);
    const key = { planId: room.planId, userId: student.userId, answersVersion };
    const late = { ...key, reason: '再改', untilMs: room.draft.dueMs };
    expect((await room.staff('/task/giveBack', late)).code).toBe(1002);
    expect((await room.staff('/task/mark', { ...key, items: [{ itemId: '1', points: 2, comment: '' }] })).code).toBe(1002);
    // The student already has the answer key now. The answer is stored but counts only if staff decide so.
    await pc.send(createRoomAnswerOp(1, 'A'));
    await handInAndDeliver(pc);
    expect((await student.read(assignmentCalls.myScore, { planId: room.planId })).points).toBe(0);
  });

  it('accepts late work until its closing time and counts the set share of its points', async () => {
    const room = await startAssignmentRoom('homework');
    const student = room.students[0];
    const pc = await room.open(student);
    await pc.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'A'));
    room.at(room.draft.dueMs + dayMs);
    await handInAndDeliver(pc);
    await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [student.userId] });
    expect(await student.read(assignmentCalls.myScore, { planId: room.planId })).toMatchObject({ late: true, fullPoints: 4, points: 3.2 });
    const { items } = await room.teacher(assignmentCalls.getList, {});
    expect(items[0]).toMatchObject({ late: 1, total: 1, counts: { finished: 1 } });
  });

  it('a marker who saw outdated answers gets a conflict, and marks nothing', async () => {
    const { room, pc, key } = await handedIn(createRoomAnswerOp(1, 'B'));
    await room.teacher(assignmentCalls.giveBack, { ...key, reason: '改', untilMs: room.draft.dueMs });
    await pc.send(createRoomAnswerOp(1, 'C'));
    await handInAndDeliver(pc);
    expect((await room.staff('/task/mark', { ...key, items: [{ itemId: '1', points: 2, comment: '' }] })).code).toBe(1006);
    expect((await room.staff('/task/giveBack', { ...key, reason: '另一个', untilMs: room.draft.dueMs })).code).toBe(1006);
  });

  it('points apply only to the answer they were given for: corrected answers are marked again', async () => {
    const { room, student, pc, key } = await handedIn(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'), createRoomAnswerOp(3, 'B'));
    const items = [
      { itemId: '1', points: 2, comment: '对' },
      { itemId: '2', points: 0, comment: '错' },
      { itemId: '3', points: 1.5, comment: '差一点' },
    ];
    await room.teacher(assignmentCalls.mark, { ...key, items });
    await room.teacher(assignmentCalls.giveBack, { ...key, reason: '改', untilMs: room.draft.dueMs });
    await pc.send(createRoomAnswerOp(1, 'C'), createRoomAnswerOp(2, 'A'));
    await handInAndDeliver(pc);
    const work = await room.work(student);
    expect(work.items.slice(0, 3).map(({ autoPoints, points, comment }) => [autoPoints, points, comment])).toEqual([
      [0, null, '对'],
      [2, null, '错'],
      // The points that the teacher gave for this answer stay, because the answer has not changed.
      [0, 1.5, '差一点'],
    ]);
    expect(work.student.points).toBe(3.5);
    await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [student.userId] });
    expect(await student.read(assignmentCalls.myScore, { planId: room.planId })).toMatchObject({ points: 3.5 });
    expect((await room.notice(student))?.task).toMatchObject({ points: 3.5 });
  });

  it('two markers of one work keep each other’s marks, and outdated answers are a conflict even without marks', async () => {
    const { room, student, pc, key } = await handedIn(createRoomAnswerOp(1, 'B'));
    await room.teacher(assignmentCalls.mark, { ...key, items: [{ itemId: '1', points: 1, comment: '一' }] });
    await room.teacher(assignmentCalls.mark, { ...key, items: [{ itemId: '2', points: 2, comment: '二' }] });
    expect(await room.teacher(assignmentCalls.mark, { ...key, items: [] })).toEqual({ marked: 0 });
    expect((await room.work(student)).items.map(({ points, comment }) => [points, comment]).slice(0, 2)).toEqual([
      [1, '一'],
      [2, '二'],
    ]);
    await room.teacher(assignmentCalls.giveBack, { ...key, reason: '改', untilMs: room.draft.dueMs });
    await pc.send(createRoomAnswerOp(1, 'C'));
    await handInAndDeliver(pc);
    expect((await room.staff('/task/mark', { ...key, items: [] })).code).toBe(1006);
  });

  it('is refused by every exam call and is not listed with exams', async () => {
    const room = await startAssignmentRoom('homework');
    const student = room.students[0];
    for (const [path, input] of [
      ['/exam/getById', { id: room.planId }],
      ['/exam/releaseScores', { id: room.planId }],
      ['/exam/withdraw', { id: room.planId, reason: '撤' }],
      ['/exam/reopen', { planId: room.planId, userId: student.userId, reason: '开' }],
      ['/exam/getEvidence', { planId: room.planId, userId: student.userId }],
    ] as const)
      expect((await room.staff(path, input)).code, path).toBe(1005);
    expect((await student.post('/exam/myScore', { planId: room.planId })).code).toBe(1005);
    expect((await room.staff('/exam/getList', {})).data).toMatchObject({ total: 0 });
    expect((await student.post('/record/getList', {})).data).toMatchObject({ items: [] });
  });
});
