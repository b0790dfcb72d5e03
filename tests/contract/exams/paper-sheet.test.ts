import { beforeEach, describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { createRoomAnswerOp, enterOp, startExamRoom, examRoomMinuteMs, handInAndDeliver } from '../fixtures/exam-room.ts';

type Room = Awaited<ReturnType<typeof startExamRoom>>;

/** Covers an examinee whose PC fails and who continues on paper. Staff type in the answers. */
describe('an answer sheet on paper for an examinee whose PC failed', () => {
  let room: Room;
  const me = () => ({ planId: room.planId, userId: room.examinees[0].userId });
  const issue = () => room.staff('/exam/issueSheet', me());
  const sheet = () => room.teacher(examCalls.getSheet, me());
  const enter = (no: number, ...answers: [string, string[]][]) =>
    room.staff('/exam/enterSheet', { ...me(), sheet: no, answers: answers.map(([itemId, value]) => ({ itemId, value })) });
  const counted = async () => Object.fromEntries((await sheet()).items.map(({ itemId, value }) => [itemId, value.join('')]));
  const row = async () => (await room.board()).examinees[0];

  beforeEach(async () => {
    room = await startExamRoom();
  });

  it('is issued once during the exam, shows the answers so far, and its typed answers count', async () => {
    expect((await issue()).msg).toContain('还没有开始');
    room.at(room.startMs + examRoomMinuteMs);
    expect((await issue()).msg).toContain('没有进入考试');
    const pc = await room.sit(room.examinees[0]);
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'));
    const kept = pc.write(createRoomAnswerOp(2, 'C'), createRoomAnswerOp(3, 'C'));
    expect(await sheet()).toMatchObject({ sheet: null, items: [], handedIn: false });
    expect((await enter(2, ['2', ['A']])).msg).toContain('没有发过');
    expect((await issue()).data).toEqual({ sheet: 2 });
    expect((await issue()).data).toEqual({ sheet: 2 });
    const given = await sheet();
    expect(given).toMatchObject({ sheet: 2, name: 'sitter0', released: false });
    expect(given.items.map(({ itemId, options, blanks, value }) => [itemId, options.map((one) => one.id).join(''), blanks, value])).toEqual(
      [
        ['1', 'ABC', 0, ['A']],
        ['2', 'ABC', 0, ['B']],
        ['3', 'ABC', 0, []],
        ['4', 'ABC', 0, []],
      ],
    );
    // The sheet contains no answer keys, analyses or points.
    expect(JSON.stringify(given)).not.toMatch(/key|analysis|right|partial/i);

    room.at(room.endMs + 30 * examRoomMinuteMs);
    expect((await enter(2, ['2', ['A']], ['3', ['A']])).data).toEqual({ written: 2 });
    expect((await enter(2, ['2', ['A']], ['3', ['A']])).data).toEqual({ written: 0 });
    expect(await counted()).toEqual({ 1: 'A', 2: 'A', 3: 'A', 4: '' });
    expect(await row()).toMatchObject({ answered: 3, points: 6 });
    // Ops that were still on the PC now arrive. They wait for a staff decision and do not replace the answers from the sheet.
    expect((await kept()).code).toBe(0);
    expect(await counted()).toEqual({ 1: 'A', 2: 'A', 3: 'A', 4: '' });
    expect((await row())?.concerns.waiting.olderEpoch).toBe(2);
    const { items, moves } = await room.evidence(room.examinees[0]);
    expect(moves).toMatchObject([{ epoch: 2, paper: true, grantedMs: room.startMs + examRoomMinuteMs }]);
    expect(items.find(({ itemId }) => itemId === '3')?.versions).toMatchObject([
      { epoch: 1, paper: false, value: ['C'], counts: false },
      { epoch: 2, paper: true, value: ['A'], counts: true, winner: true, label: 'unprovable' },
    ]);
  });

  it('makes answers that the failed PC wrote afterwards wait for a decision, even if the sheet is empty', async () => {
    room.at(room.startMs + examRoomMinuteMs);
    const pc = await room.sit(room.examinees[0]);
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    await issue();
    room.at(room.startMs + 20 * examRoomMinuteMs);
    const again = await room.tab(pc);
    await again.send(createRoomAnswerOp(4, 'C'));
    expect((await room.evidence(room.examinees[0])).items).toMatchObject([{ itemId: '4', group: 'contradicting', proposal: null }]);
  });

  it('refuses invalid answers, and is not issued after the hand-in or the end', async () => {
    room.at(room.startMs + examRoomMinuteMs);
    const pc = await room.sit(room.examinees[0]);
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    await issue();
    for (const wrong of [['D'], ['A', 'B'], ['a'], ['A', 'A']]) {
      const refused = await enter(2, ['1', ['A']], ['2', wrong]);
      expect(refused).toMatchObject({ code: 1001, data: { fields: [{ path: 'answers.1' }] } });
    }
    expect((await enter(2, ['9', ['A']])).code).toBe(1001);
    expect((await enter(3, ['1', ['A']])).code).toBe(1002);
    expect(await counted()).toEqual({ 1: 'A', 2: '', 3: '', 4: '' });
    expect((await enter(2, ['1', []])).data).toEqual({ written: 1 });
    expect(await row()).toMatchObject({ answered: 0 });

    const other = await startExamRoom();
    other.at(other.startMs + examRoomMinuteMs);
    const whole = await other.sit(other.examinees[0]);
    await whole.send(enterOp, createRoomAnswerOp(1, 'A'));
    await handInAndDeliver(whole);
    const late = await other.staff('/exam/issueSheet', { planId: other.planId, userId: other.examinees[0].userId });
    expect(late.msg).toContain('已交卷');
    const gone = await startExamRoom();
    gone.at(gone.startMs + examRoomMinuteMs);
    await (await gone.sit(gone.examinees[0])).send(enterOp);
    gone.at(gone.endMs);
    const over = await gone.staff('/exam/issueSheet', { planId: gone.planId, userId: gone.examinees[0].userId });
    expect(over.msg).toContain('时间已结束');
  });

  it('can be typed in under its own number after a return to a PC, whose answers win over the sheet', async () => {
    room.at(room.startMs + examRoomMinuteMs);
    const pc = await room.sit(room.examinees[0]);
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    await issue();
    const back = await room.sit(room.examinees[0], pc);
    await back.send(enterOp, createRoomAnswerOp(2, 'C'));
    expect(await sheet()).toMatchObject({ sheet: null, items: [] });
    expect((await room.teacher(examCalls.getSheet, { ...me(), sheet: 3 })).items).toEqual([]);
    expect((await room.teacher(examCalls.getSheet, { ...me(), sheet: 2 })).items).toHaveLength(4);
    expect((await enter(2, ['2', ['A']], ['3', ['A']])).data).toEqual({ written: 2 });
    const { answers } = await room.examinees[0].read(examCalls.myAnswers, { planId: room.planId });
    expect(Object.fromEntries(answers.map(({ itemId, value }) => [itemId, value.join('')]))).toEqual({ 1: 'A', 2: 'C', 3: 'A' });
    // Epoch 3 belongs to a PC, not to a sheet, so nothing can be typed in for it.
    expect((await enter(3, ['4', ['A']])).msg).toContain('没有发过');
  });

  it('SY23: is neither issued nor typed in after the release, and a later entry does not count', async () => {
    room.at(room.startMs + examRoomMinuteMs);
    const pc = await room.sit(room.examinees[0]);
    await pc.send(enterOp, createRoomAnswerOp(1, 'B'));
    await issue();
    await room.sit(room.examinees[0], pc);
    expect((await enter(2, ['2', ['A']])).data).toEqual({ written: 1 });
    room.at(room.endMs + 60 * examRoomMinuteMs);
    await room.release();
    expect((await enter(2, ['3', ['A']])).msg).toContain('成绩已公布');
    expect((await issue()).msg).toContain('成绩已公布');
    const attemptId = (await row())?.attemptId ?? '';
    await room.server.deps.answerLog.writer.append(attemptId, {
      type: 'paper.set@1',
      actor: 1,
      epoch: 2,
      payload: { i: '3', v: ['A'] },
    });
    const { answers } = await room.examinees[0].read(examCalls.myAnswers, { planId: room.planId });
    expect(Object.fromEntries(answers.map(({ itemId, value }) => [itemId, value.join('')]))).toEqual({ 1: 'B', 2: 'A' });
  });
});
