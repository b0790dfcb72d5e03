import { describe, expect, it } from 'vitest';
import { homeworkStatus } from '../../../sync/contract/codes.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { splitLongAnswer } from '../../../sync/engine/ops/long-answer.ts';
import { handInAndDeliver } from '../fixtures/exam-room.ts';
import { createPhoto } from '../fixtures/file-room.ts';
import { startAssignmentRoom } from '../fixtures/assignment-room.ts';

const words = { html: '<p>接好正反转电路，拍照上传。</p><script>alert(1)</script>', points: 20, files: 2 };

/** Sets up a server with a teacher and students, and adds a homework that has a text instead of a paper. */
async function wordsRoom() {
  const room = await startAssignmentRoom('homework');
  const { id } = await room.teacher(assignmentCalls.add, { ...room.draft, name: '接线实训', paperId: null, words });
  return { room, student: room.students[0], planId: id };
}

describe('an assignment in words, without a paper', () => {
  it('is set, answered with text and a file, marked, returned, corrected and finished', async () => {
    const { room, student, planId } = await wordsRoom();
    const notice = (await student.read(examCalls.myList, {})).items.find((item) => item.planId === planId);
    expect(notice).toMatchObject({ questionCount: 1, totalPoints: 20, task: { isPaper: false, status: homeworkStatus.notDone } });
    const set = await room.teacher(assignmentCalls.getById, { id: planId });
    // The text is stored as the teacher wrote it, but without active content.
    expect(set).toMatchObject({
      isPaper: false,
      paperId: null,
      words: { html: '<p>接好正反转电路，拍照上传。</p>', points: 20, files: 2 },
    });

    const pc = await room.open(student, planId);
    const { op, sealed } = createPhoto('1/00000001');
    await pc.send({ type: 'answer.set@1', payload: { i: '1', v: [...splitLongAnswer('先接主电路。')] } }, op);
    await handInAndDeliver(pc);
    const chunk = await student.post('/sync/piece', { ticket: pc.stream.ticket, itemId: '1/00000001', at: 0, sealed });
    expect(chunk.code).toBe(0);
    const work = await room.teacher(assignmentCalls.getWork, { planId, userId: student.userId });
    expect(work.items).toMatchObject([{ answer: ['先接主电路。'], files: [{ name: 'photo.jpg' }], max: 20, autoPoints: null }]);
    const key = { planId, userId: student.userId, answersVersion: work.answersVersion };
    await room.teacher(assignmentCalls.giveBack, { ...key, reason: '缺控制电路', untilMs: room.draft.dueMs });
    await pc.send({ type: 'answer.set@1', payload: { i: '1', v: [...splitLongAnswer('先接主电路，再接控制电路。')] } });
    await handInAndDeliver(pc);
    const { answersVersion } = await room.teacher(assignmentCalls.getWork, { planId, userId: student.userId });
    await room.teacher(assignmentCalls.mark, { ...key, answersVersion, items: [{ itemId: '1', points: 18, comment: '很好' }] });
    await room.teacher(assignmentCalls.finish, { planId, userIds: [student.userId] });
    expect(await student.read(assignmentCalls.myScore, { planId })).toMatchObject({
      points: 18,
      totalPoints: 20,
      items: [{ comment: '很好' }],
    });
  });

  it('requires either a text or a paper, and a text with valid points and files', async () => {
    const { room } = await wordsRoom();
    for (const [draft, code] of [
      [{ paperId: null, words: null }, 1002],
      [{ paperId: room.draft.paperId, words }, 1002],
      [{ paperId: null, words: { ...words, html: '' } }, 1001],
      [{ paperId: null, words: { ...words, files: 10 } }, 1001],
      [{ paperId: null, words: { ...words, points: 0.3 } }, 1001],
    ] as const)
      expect((await room.staff('/task/add', { ...room.draft, ...draft })).code).toBe(code);
  });

  it('gives full points if finished without marking with "fullForRest"', async () => {
    const { room, student } = await wordsRoom();
    const second = await room.teacher(assignmentCalls.add, { ...room.draft, name: '另一个', paperId: null, words });
    const pc = await room.open(student, second.id);
    await pc.send({ type: 'answer.set@1', payload: { i: '1', v: [...splitLongAnswer('做完了')] } });
    await handInAndDeliver(pc);
    await room.teacher(assignmentCalls.finish, { planId: second.id, userIds: [student.userId], fullForRest: true });
    expect(await student.read(assignmentCalls.myScore, { planId: second.id })).toMatchObject({ points: 20 });
  });
});

describe('a reminder of homework', () => {
  it('is shown to students who have not handed in, until they do, and to nobody else', async () => {
    const room = await startAssignmentRoom('homework', { people: 2 });
    const [done, open] = room.students;
    const pc = await room.open(done);
    await handInAndDeliver(pc);
    const userIds = [done.userId, open.userId];
    expect(await room.teacher(assignmentCalls.remind, { planId: room.planId, userIds })).toEqual({ reminded: 1 });
    expect((await room.notice(done))?.task?.reminded).toBeNull();
    expect((await room.notice(open))?.task?.reminded).toMatchObject({ ms: room.server.time.nowMs });
    expect((await room.staff('/task/remind', { planId: room.planId, userIds: [done.userId] })).code).toBe(1002);
    expect((await room.staff('/task/remind', { planId: room.planId, userIds: [room.server.idOf('type6')] })).code).toBe(1005);
    expect((await open.post('/task/remind', { planId: room.planId, userIds })).code).toBe(1003);
    await handInAndDeliver(await room.open(open));
    expect((await room.notice(open))?.task?.reminded).toBeNull();
  });
});
