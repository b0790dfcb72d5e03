import { describe, expect, it } from 'vitest';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { type RoomExaminee, handInAndDeliver, formatWithoutRandomParts } from '../fixtures/exam-room.ts';
import { createPlanDraft } from '../fixtures/resource-drafts.ts';
import { askForSecrets, createRoomAnswerOp, dayMs, examRoomMinuteMs, startAssignmentRoom } from '../fixtures/assignment-room.ts';

describe('homework', () => {
  it.each(['afterFinish', 'afterWindow', 'never'] as const)(
    'with right answers shown "%s" reveals nothing of its keys before, whatever is called in between',
    async (analysisRule) => {
      const worlds = await Promise.all([
        startAssignmentRoom('homework', { right: 'A', rules: { analysisRule } }),
        startAssignmentRoom('homework', { right: 'B', rules: { analysisRule } }),
      ]);
      const told: string[][] = [];
      for (const room of worlds) {
        const student = room.students[0];
        const heard: string[] = [];
        const ask = async () => {
          heard.push(...(await askForSecrets(student, room.planId)));
          for (const [path, more] of [
            ['/exam/release', {}],
            ['/task/again', { tryNo: 2 }],
          ] as const)
            heard.push(formatWithoutRandomParts(await student.post(path, { planId: room.planId, ...more })));
        };
        await room.teacher(exerciseCalls.setOpen, { category: '题库', open: true });
        await ask();
        const pc = await room.open(student);
        await pc.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'));
        await ask();
        await handInAndDeliver(pc);
        await ask();
        // The teacher marks, returns the work with a comment, and the student hands in again. The points stay as secret as the answer keys.
        const { answersVersion } = await room.work(student);
        const key = { planId: room.planId, userId: student.userId, answersVersion };
        const back = { ...key, reason: '再看看', untilMs: room.draft.dueMs };
        await room.teacher(assignmentCalls.mark, { ...key, items: [{ itemId: '1', points: 1, comment: '再看看' }] });
        await room.teacher(assignmentCalls.giveBack, back);
        await ask();
        await handInAndDeliver(pc);
        await ask();
        told.push(heard);
        await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [student.userId] });
        const score = await student.read(assignmentCalls.myScore, { planId: room.planId });
        expect(score.hasAnalysis).toBe(analysisRule === 'afterFinish');
        if (analysisRule !== 'afterFinish') expect(score.items.every((item) => item.key === null && item.analysis === '')).toBe(true);
        room.at(room.draft.dueMs + 10 * dayMs);
        const later = await student.read(assignmentCalls.myScore, { planId: room.planId });
        expect(later.hasAnalysis).toBe(analysisRule !== 'never');
      }
      expect(told[1]).toEqual(told[0]);
    },
  );
});

describe('homework returned for correction beyond its window', () => {
  /** Two students hand in. The first gets three more days to correct the work; the marking of the second is finished. */
  async function correcting() {
    const room = await startAssignmentRoom('homework', { people: 2, rules: { analysisRule: 'afterWindow' } });
    const [one, two] = room.students;
    await room.teacher(exerciseCalls.setOpen, { category: '题库', open: true });
    for (const student of [one, two]) {
      const pc = await room.open(student);
      await pc.send(createRoomAnswerOp(1, 'B'));
      await handInAndDeliver(pc);
    }
    const closeMs = room.draft.dueMs + room.draft.lateMs;
    const untilMs = closeMs + 3 * dayMs;
    const { answersVersion } = await room.work(one);
    await room.teacher(assignmentCalls.giveBack, { planId: room.planId, userId: one.userId, answersVersion, reason: '改', untilMs });
    await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [two.userId] });
    room.at(closeMs + examRoomMinuteMs);
    return { room, one, two, untilMs };
  }

  it('stays out of every practice pack as long as it may be corrected', async () => {
    const { room, one, two, untilMs } = await correcting();
    const practised = async (student: RoomExaminee) => (await student.read(exerciseCalls.getPack, {})).questions.length;
    expect([await practised(one), await practised(two)]).toEqual([0, 0]);
    expect((await one.read(exerciseCalls.myCategories, {})).items).toMatchObject([{ questions: 0 }]);
    room.at(untilMs + dayMs);
    await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [one.userId] });
    expect([await practised(one), await practised(two)]).toEqual([4, 4]);
  });

  it('shows its keys to no classmate before the correction time is over', async () => {
    const { room, two, untilMs } = await correcting();
    const waits = await two.read(assignmentCalls.myScore, { planId: room.planId });
    expect(waits).toMatchObject({ hasAnalysis: false, analysisFromMs: untilMs });
    expect(waits.items.every((item) => item.key === null && item.analysis === '')).toBe(true);
    room.at(untilMs);
    expect(await two.read(assignmentCalls.myScore, { planId: room.planId })).toMatchObject({ hasAnalysis: true });
  });

  it('no longer keeps its questions out of practice once it is withdrawn', async () => {
    const { room, one } = await correcting();
    await room.server.deps.db
      .updateTable('exam_plan')
      .set({ withdrawn_ms: room.server.time.nowMs, withdraw_reason: '撤' })
      .where('id', '=', room.planId)
      .execute();
    expect((await one.read(exerciseCalls.getPack, {})).questions).toHaveLength(4);
  });
});

describe('a question in practice', () => {
  it('publishing an exam warns about its questions in practice, also once their category is closed', async () => {
    const room = await startAssignmentRoom('homework', { rules: { dueMs: Date.UTC(2026, 10, 22) } });
    const student = room.students[0];
    const plan = await room.teacher(
      examCalls.add,
      createPlanDraft((await room.paperOf('exam')).id, [student.userId], room.server.time.nowMs),
    );
    const told = async () => {
      const { items } = await room.teacher(examCalls.getChecklist, { id: plan.id });
      return items.filter(({ kind }) => kind === 'practised');
    };
    expect(await told()).toEqual([{ kind: 'practised', state: 'good', count: 0, names: [] }]);
    await room.teacher(exerciseCalls.setOpen, { category: '题库', open: true });
    expect(await told()).toEqual([{ kind: 'practised', state: 'hint', count: 4, names: ['题库'] }]);
    const [question] = await room.server.deps.db.selectFrom('question').select('id').orderBy('id').execute();
    const answer = { id: crypto.randomUUID(), questionId: question?.id ?? 0, answeredMs: 1, correct: true };
    await student.read(exerciseCalls.record, { answers: [answer] });
    await room.teacher(exerciseCalls.setOpen, { category: '题库', open: false });
    expect(await told()).toEqual([{ kind: 'practised', state: 'hint', count: 1, names: ['题库'] }]);
  });
});
