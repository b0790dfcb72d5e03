import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { createRoomAnswerOp as answers, startExamRoom, handInAndDeliver, formatWithoutRandomParts } from '../fixtures/exam-room.ts';
import { createPlanDraft } from '../fixtures/resource-drafts.ts';
import { askForSecrets, createRoomAnswerOp, dayMs, examRoomMinuteMs, startAssignmentRoom } from '../fixtures/assignment-room.ts';

describe('calls of homework, mock tests and practice, tried on an exam', () => {
  it('every assignment call with the id of an exam is answered as for a missing assignment', async () => {
    const room = await startExamRoom();
    const examinee = room.examinees[0];
    room.at(room.startMs + examRoomMinuteMs);
    const pc = await room.sit(examinee);
    await pc.send(answers(1, 'A'));
    await handInAndDeliver(pc);
    const { planId } = room;
    const own = { planId, userId: examinee.userId };
    for (const [post, path, input] of [
      [examinee.post, '/task/myScore', { planId }],
      [examinee.post, '/task/again', { planId, tryNo: 2 }],
      [room.staff, '/task/getById', { id: planId }],
      [room.staff, '/task/getWork', own],
      [room.staff, '/task/finish', { planId, userIds: [examinee.userId], fullForRest: true }],
      [room.staff, '/task/giveBack', { ...own, answersVersion: 0, reason: '退', untilMs: room.endMs }],
      [room.staff, '/task/mark', { ...own, answersVersion: 0, items: [{ itemId: '1', points: 2, comment: '' }] }],
    ] as const)
      expect((await post(path, input)).code, path).toBe(1005);
  });

  it('an exam paper is refused for homework, and a homework paper for an exam', async () => {
    const room = await startAssignmentRoom('homework');
    const examPaper = await room.paperOf('exam');
    expect((await room.staff('/task/add', { ...room.draft, paperId: examPaper.id })).code).toBe(1002);
    const { nowMs } = room.server.time;
    expect((await room.staff('/exam/add', createPlanDraft(room.draft.paperId, [room.students[0].userId], nowMs))).code).toBe(1002);
  });
});

describe('a mock test', () => {
  it('reveals nothing of its keys before the hand-in, whatever is called in between', async () => {
    const worlds = await Promise.all([startAssignmentRoom('test', { right: 'A' }), startAssignmentRoom('test', { right: 'B' })]);
    const told: string[][] = [];
    for (const room of worlds) {
      const student = room.students[0];
      const heard: string[] = [];
      const ask = async () => heard.push(...(await askForSecrets(student, room.planId)));
      await room.teacher(exerciseCalls.setOpen, { category: '题库', open: true });
      // The key that decrypts the paper of a mock test is given only after the student has begun.
      expect((await student.post('/exam/release', { planId: room.planId })).code).toBe(1002);
      await ask();
      const pc = await room.open(student);
      expect((await student.post('/exam/release', { planId: room.planId })).code).toBe(0);
      await pc.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'));
      await ask();
      expect((await student.post('/task/again', { planId: room.planId, tryNo: 2 })).code).toBe(1002);
      // The hand-in has arrived, but one of the ops that it lists has not.
      const lost = pc.write(createRoomAnswerOp(3, 'A'));
      const handIn = await pc.handIn();
      await handIn();
      await ask();
      expect((await student.post('/task/myScore', { planId: room.planId })).code).toBe(1002);
      await lost();
      await handIn();
      told.push(heard);
      expect(await student.read(assignmentCalls.myScore, { planId: room.planId })).toMatchObject({ hasAnalysis: true });
    }
    expect(told[1]).toEqual(told[0]);
  });

  it('allows the set number of tries, separately scored; late answers of an earlier try count nowhere', async () => {
    const room = await startAssignmentRoom('test');
    const student = room.students[0];
    const pc = await room.open(student);
    await pc.send(createRoomAnswerOp(1, 'B'));
    await handInAndDeliver(pc);
    expect(await student.read(assignmentCalls.myScore, { planId: room.planId })).toMatchObject({ points: 0, tryNo: 1 });
    expect(await student.read(assignmentCalls.again, { planId: room.planId, tryNo: 2 })).toEqual({ tryNo: 2 });
    expect(await student.read(assignmentCalls.again, { planId: room.planId, tryNo: 2 })).toEqual({ tryNo: 2 });
    await pc.send(createRoomAnswerOp(1, 'A'));
    const next = await room.open(student);
    expect(next.stream.header.attemptId).not.toBe(pc.stream.header.attemptId);
    expect((await student.post('/task/myScore', { planId: room.planId })).code).toBe(1002);
    await next.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'A'));
    await handInAndDeliver(next);
    const score = await student.read(assignmentCalls.myScore, { planId: room.planId });
    expect(score).toMatchObject({ points: 4, tryNo: 2, past: [{ tryNo: 1, points: 0 }] });
    expect((await student.post('/task/again', { planId: room.planId, tryNo: 3 })).code).toBe(1002);
  });

  it('hides the points of earlier tries while an exam holds its questions', async () => {
    const room = await startAssignmentRoom('test');
    const student = room.students[0];
    const pc = await room.open(student);
    await pc.send(createRoomAnswerOp(1, 'A'));
    await handInAndDeliver(pc);
    const plan = await room.teacher(
      examCalls.add,
      createPlanDraft((await room.paperOf('exam')).id, [student.userId], room.server.time.nowMs),
    );
    await student.read(assignmentCalls.again, { planId: room.planId, tryNo: 2 });
    await room.teacher(examCalls.publish, plan);
    expect((await room.notice(student))?.task).toMatchObject({ tryNo: 2, points: null, past: [] });
    room.at(room.server.time.nowMs + dayMs);
    await room.teacher(examCalls.releaseScores, { id: plan.id, inSpite: { reason: '无人参加' } });
    expect((await room.notice(student))?.task?.past).toEqual([{ tryNo: 1, points: 2 }]);
  });

  it('runs from the student’s own start, but not beyond its window', async () => {
    const room = await startAssignmentRoom('test');
    const student = room.students[0];
    room.at(room.draft.dueMs - 10 * examRoomMinuteMs);
    await room.open(student);
    expect(await room.notice(student)).toMatchObject({
      startMs: room.draft.dueMs - 10 * examRoomMinuteMs,
      durationMs: 10 * examRoomMinuteMs,
    });
  });

  it('shows right answers and results only after its window if its rule is "afterWindow"', async () => {
    const room = await startAssignmentRoom('test', { rules: { analysisRule: 'afterWindow' } });
    const student = room.students[0];
    const pc = await room.open(student);
    await pc.send(createRoomAnswerOp(1, 'A'));
    await handInAndDeliver(pc);
    const score = await student.read(assignmentCalls.myScore, { planId: room.planId });
    expect(score).toMatchObject({ points: 2, hasAnalysis: false });
    expect(score.items.every((item) => item.key === null && item.analysis === '' && item.right === null && item.points === null)).toBe(
      true,
    );
    room.at(room.draft.dueMs);
    expect(await student.read(assignmentCalls.myScore, { planId: room.planId })).toMatchObject({ hasAnalysis: true });
  });
});

it('a practice pack never contains a question of a published exam, in any order of events', async () => {
  const acts = fc.constantFrom('open', 'close', 'exam', 'withdraw', 'release', 'homework', 'later');
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 2, maxLength: 6 }), async (order) => {
      const room = await startAssignmentRoom('homework', { rules: { dueMs: Date.UTC(2026, 10, 22) } });
      const student = room.students[0];
      const { server } = room;
      let plan: { id: number; startMs: number } | undefined;
      for (const act of order) {
        if (act === 'open' || act === 'close') await room.teacher(exerciseCalls.setOpen, { category: '题库', open: act === 'open' });
        if (act === 'later') room.at(server.time.nowMs + 4 * dayMs);
        if (act === 'homework')
          await room.staff('/task/add', { ...room.draft, startMs: server.time.nowMs, dueMs: server.time.nowMs + dayMs });
        if (act === 'exam') {
          const draft = createPlanDraft((await room.paperOf('exam')).id, [student.userId], server.time.nowMs);
          const made = await room.teacher(examCalls.add, draft);
          await room.teacher(examCalls.publish, made);
          plan = { id: made.id, startMs: draft.startMs };
        }
        if (act === 'withdraw' && plan) await room.staff('/exam/withdraw', { id: plan.id, reason: '撤' });
        if (act === 'release' && plan) await room.staff('/exam/releaseScores', { id: plan.id, inSpite: { reason: '已核对' } });
        const secret = server.raw
          .prepare<[number], number>(
            `SELECT DISTINCT question_id FROM exam_item JOIN exam_plan ON exam_plan.id = plan_id WHERE published_ms IS NOT NULL
             AND (kind = 'exam' AND released_ms IS NULL OR kind <> 'exam' AND start_ms + duration_ms > ?)`,
          )
          .pluck()
          .all(server.time.nowMs);
        const pack = await student.read(exerciseCalls.getPack, {});
        expect(pack.questions.filter(({ id }) => secret.includes(id))).toEqual([]);
        expect(order.includes('open') || pack.questions.length === 0).toBe(true);
      }
    }),
    { numRuns: 12 },
  );
});

it('a question of a published exam is refused in homework and mock tests until the scores are released', async () => {
  const room = await startAssignmentRoom('homework');
  const student = room.students[0];
  const { time } = room.server;
  const testPaper = await room.paperOf('test');
  const tried = async () => {
    const draft = { ...room.draft, startMs: time.nowMs, dueMs: time.nowMs + dayMs };
    const asTest = { ...draft, paperId: testPaper.id, lateRule: 'refused', lateMs: 0, analysisRule: 'afterHandIn' };
    return [(await room.staff('/task/add', draft)).code, (await room.staff('/task/add', asTest)).code];
  };
  // A student's own paper may name any question ids, but the paper reveals nothing about those questions.
  const questionIds = (await room.server.deps.db.selectFrom('question').select('id').execute()).map(({ id }) => id);
  const draw = { from: 'open', categories: [], points: [], types: [], difficulties: [], count: 4 };
  const paper = { id: crypto.randomUUID(), changedMs: 1, removed: false, name: '偷看', category: '', draw, questionIds };
  const draft = createPlanDraft((await room.paperOf('exam')).id, [student.userId], time.nowMs);
  const plan = await room.teacher(examCalls.add, draft);
  expect(await tried()).toEqual([0, 0]);
  await room.teacher(examCalls.publish, plan);
  for (const ms of [time.nowMs, draft.startMs, draft.startMs + draft.durationMs, draft.startMs + 30 * dayMs]) {
    room.at(ms);
    expect(await tried()).toEqual([1002, 1002]);
    await student.read(exerciseCalls.keepOwn, { papers: [paper], sittings: [], stars: [] });
    const own = formatWithoutRandomParts(await student.read(exerciseCalls.myOwn, {}));
    expect(['第 ', '解析在此', '"key"', '"right"'].filter((word) => own.includes(word))).toEqual([]);
  }
  await room.teacher(examCalls.releaseScores, { id: plan.id, inSpite: { reason: '无人参加' } });
  expect(await tried()).toEqual([0, 0]);
});
