import { handInAndDeliver } from '../fixtures/exam-room.ts';
import { describe, expect, it } from 'vitest';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { classResource } from '../../../sync/contract/people/class.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { requireDone } from '../server-fixture.ts';
import { createRoomAnswerOp, startAssignmentRoom } from '../fixtures/assignment-room.ts';

/** Creates three students in two classes: one with a right and a wrong answer, one with two right answers, one who has not handed in. */
async function threeRoom() {
  const room = await startAssignmentRoom('homework', { people: 3 });
  const admin = await room.server.callAs(2);
  for (const [name, students] of [
    ['一班', room.students.slice(0, 1)],
    ['二班', room.students.slice(1)],
  ] as const) {
    const { id } = await requireDone(admin('/class/add', { ...createExampleDraft(classResource), name }));
    for (const { userId } of students)
      await room.server.deps.db.updateTable('user').set({ class_id: id }).where('id', '=', userId).execute();
  }
  const [one, two, open] = room.students;
  for (const [student, second] of [
    [one, 'B'],
    [two, 'A'],
  ] as const) {
    const pc = await room.open(student);
    await pc.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, second));
    await handInAndDeliver(pc);
  }
  await (await room.open(open)).send(createRoomAnswerOp(1, 'C'));
  return { room, one, two, open };
}

describe('an assignment viewed question by question', () => {
  it('shows the handed-in answers beside the key, with the points and comment of each', async () => {
    const { room, one, two } = await threeRoom();
    const all = await room.teacher(assignmentCalls.getByQuestion, { planId: room.planId });
    expect(all.questions).toHaveLength(4);
    expect(all.answers.map(({ userId, className, answer: given }) => [userId, className, given])).toEqual([
      [one.userId, '一班', ['A']],
      [two.userId, '二班', ['A']],
    ]);
    expect(all.question?.key).toEqual({ kind: 'choice', right: ['A'] });
    const second = all.questions.find((each) => each.itemId === '2')?.questionId ?? 0;
    const [first] = (await room.teacher(assignmentCalls.getByQuestion, { planId: room.planId, questionId: second })).answers;
    expect(first).toMatchObject({ answer: ['B'], autoPoints: 0, right: false, points: null });
    const items = [{ itemId: '2', points: 1, comment: '差一点' }];
    await room.teacher(assignmentCalls.mark, {
      planId: room.planId,
      userId: one.userId,
      answersVersion: first?.answersVersion ?? 0,
      items,
    });
    const after = await room.teacher(assignmentCalls.getByQuestion, { planId: room.planId, questionId: second });
    expect(after.answers[0]).toMatchObject({ points: 1, comment: '差一点', autoPoints: 0 });
  });

  it('has figures in total and by class, computed from handed-in work only', async () => {
    const { room } = await threeRoom();
    const { classes, items } = await room.teacher(assignmentCalls.getFigures, { planId: room.planId });
    expect(
      classes.map(({ name, students, handedIn, scored, average, passed }) => [name, students, handedIn, scored, average, passed]),
    ).toEqual([
      ['', 3, 2, 2, 3, 1],
      ['二班', 2, 1, 1, 4, 1],
      ['一班', 1, 1, 1, 2, 0],
    ]);
    expect(items[1]?.byClass).toEqual([
      { scored: 2, average: 1 },
      { scored: 1, average: 2 },
      { scored: 1, average: 0 },
    ]);
  });
});
