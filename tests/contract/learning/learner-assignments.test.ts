import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { progressCalls } from '../../../sync/contract/learning/progress.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { createReader, type RoomExaminee, handInAndDeliver } from '../fixtures/exam-room.ts';
import { requireDone } from '../server-fixture.ts';
import { createRoomAnswerOp, dayMs, examRoomMinuteMs, startAssignmentRoom } from '../fixtures/assignment-room.ts';

type Room = Awaited<ReturnType<typeof startAssignmentRoom>>;
async function watched(people: number, kind: 'homework' | 'test' = 'homework') {
  const room = await startAssignmentRoom(kind, { people });
  const head = createReader(async (path, body) => (await room.server.callAs(2))(path, body));
  const of = async ({ userId }: RoomExaminee) => {
    const row = (await head(progressCalls.getList, {})).items.find((item) => item.id === userId);
    // The page about this student shows the same figures as the list.
    const one = await head(progressCalls.getById, { id: userId });
    expect({ ...row, courses: 0, events: 0, login_name: '' }).toEqual({ ...one, courses: 0, events: 0, login_name: '' });
    return row;
  };
  return { room, head, of };
}
const counted = (homework: number, into: number, finished: number, average: number | null) => ({
  exams: 0,
  sat: 0,
  homework,
  homework_in: into,
  homework_done: finished,
  homework_average: average,
});
const finish = (room: Room, { userId }: RoomExaminee) => room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [userId] });

it('homework counts when it is set and when it is handed in, its points once they are shown, never as an exam', async () => {
  const { room, of } = await watched(2);
  const [student, idle] = room.students;
  expect(await of(student)).toMatchObject(counted(1, 0, 0, null));
  const pc = await room.open(student);
  await pc.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'));
  expect(await of(student)).toMatchObject(counted(1, 0, 0, null));
  await handInAndDeliver(pc);
  // The figures are updated shortly after the reply to the hand-in.
  await expect.poll(() => of(student)).toMatchObject(counted(1, 1, 0, null));
  const { answersVersion } = await room.work(student);
  const key = { planId: room.planId, userId: student.userId, answersVersion };
  await room.teacher(assignmentCalls.giveBack, { ...key, reason: '改', untilMs: room.draft.dueMs + 4 * dayMs });
  expect(await of(student)).toMatchObject(counted(1, 0, 0, null));
  await pc.send(createRoomAnswerOp(2, 'A'));
  await handInAndDeliver(pc);
  await expect.poll(() => of(student)).toMatchObject(counted(1, 1, 0, null));
  await finish(room, student);
  // The paper has four questions of two points, of which the student answered two correctly.
  expect(await of(student)).toMatchObject(counted(1, 1, 1, 50));
  expect(await of(idle)).toMatchObject(counted(1, 0, 0, null));
  room.at(room.draft.dueMs + 10 * dayMs);
  expect(await of(idle)).toMatchObject(counted(1, 0, 0, null));
});

it('answers without a hand-in count as handed in when the time is over, also after a return', async () => {
  const { room, of } = await watched(2);
  const [writes, corrects] = room.students;
  await (await room.open(writes)).send(createRoomAnswerOp(1, 'A'));
  const pc = await room.open(corrects);
  await pc.send(createRoomAnswerOp(1, 'B'));
  await handInAndDeliver(pc);
  const { answersVersion } = await room.work(corrects);
  const untilMs = room.draft.dueMs + 4 * dayMs;
  await room.teacher(assignmentCalls.giveBack, { planId: room.planId, userId: corrects.userId, answersVersion, reason: '改', untilMs });
  expect(await of(writes)).toMatchObject(counted(1, 0, 0, null));
  room.at(room.draft.dueMs + 3 * dayMs);
  expect(await of(writes)).toMatchObject(counted(1, 1, 0, null));
  expect(await of(corrects)).toMatchObject(counted(1, 0, 0, null));
  room.at(untilMs + dayMs);
  expect(await of(corrects)).toMatchObject(counted(1, 1, 0, null));
});

it('withdrawn homework does not count, late homework counts its share, and the average is in percent', async () => {
  const { room, of } = await watched(1);
  const [student] = room.students;
  // Add an assignment that has a text instead of a paper.
  const words = { html: '<p>接好电路，拍照上传。</p>', points: 20, files: 2 };
  const other = await room.teacher(assignmentCalls.add, { ...room.draft, name: '二', paperId: null, words });
  expect(await of(student)).toMatchObject(counted(2, 0, 0, null));
  await room.teacher(assignmentCalls.withdraw, { id: other.id, version: other.version, reason: '布置错了' });
  expect(await of(student)).toMatchObject(counted(1, 0, 0, null));
  const pc = await room.open(student);
  await pc.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'A'), createRoomAnswerOp(3, 'A'));
  room.at(room.draft.dueMs + dayMs);
  await handInAndDeliver(pc);
  await finish(room, student);
  // The student has 6 of 8 points, of which 80 % count because the work is late.
  expect(await of(student)).toMatchObject(counted(1, 1, 1, 60));
});

it('a student who changes class keeps the figures; a class has the sums of its students', async () => {
  const { room, head, of } = await watched(3);
  const [a, b] = room.students;
  const school = await room.server.callAs(2);
  const classOf = async (name: string) =>
    (await requireDone(school('/class/add', { ...createBlankDraft(classResource), name, grade: '2026' }))).id;
  const [first, second] = [await classOf('一班'), await classOf('二班')];
  const put = (classId: number, people: readonly RoomExaminee[]) =>
    requireDone(school('/class/assign', { class_id: classId, user_ids: people.map(({ userId }) => userId) }));
  await put(first, room.students);
  for (const [student, right] of [
    [a, 4],
    [b, 1],
  ] as const) {
    const pc = await room.open(student);
    await pc.send(...Array.from({ length: right }, (_, at) => createRoomAnswerOp(at + 1, 'A')));
    await handInAndDeliver(pc);
    await finish(room, student);
  }
  const rows = async () => new Map((await head(progressCalls.getClasses, {})).items.map((row) => [row.id, row]));
  const all = await rows();
  expect(all.get(first)).toMatchObject({ ...counted(3, 2, 2, 62.5), homework_scored: 2 });
  expect(all.get(second)).toMatchObject(counted(0, 0, 0, null));
  await put(second, [b]);
  const moved = await rows();
  expect(moved.get(first)).toMatchObject(counted(2, 1, 1, 100));
  expect(moved.get(second)).toMatchObject(counted(1, 1, 1, 25));
  expect(await of(b)).toMatchObject({ class_name: '二班', ...counted(1, 1, 1, 25) });
  expect(await head(progressCalls.getOverview, {})).toMatchObject(counted(3, 2, 2, 62.5));
  const sorted = await head(progressCalls.getList, { sort: '-homework_average' });
  expect(sorted.items.map((row) => row.id).slice(0, 2)).toEqual([a.userId, b.userId]);
});

it('a mock test counts once it is begun, and its points once the student has requested them', async () => {
  const { room, of } = await watched(1, 'test');
  const [student] = room.students;
  expect(await of(student)).toMatchObject({ ...counted(0, 0, 0, null), tests: 0, test_average: null });
  const pc = await room.open(student);
  await pc.send(createRoomAnswerOp(1, 'A'));
  expect(await of(student)).toMatchObject({ tests: 1, test_average: null });
  room.at(room.server.time.nowMs + examRoomMinuteMs);
  await handInAndDeliver(pc);
  await student.read(assignmentCalls.myScore, { planId: room.planId });
  expect(await of(student)).toMatchObject({ ...counted(0, 0, 0, null), tests: 1, test_average: 25 });
});

it('practice counts each question once, and the share of right answers among the newest hundred', async () => {
  const { room, head, of } = await watched(2);
  const [student, other] = room.students;
  const ids = (await room.server.deps.db.selectFrom('question').select('id').orderBy('id').execute()).map((row) => row.id);
  const from = room.server.time.nowMs - dayMs;
  const answers = Array.from({ length: 130 }, (_, at) => ({
    id: randomUUID(),
    questionId: ids[at % 3] ?? 0,
    answeredMs: from + at,
    correct: at >= 30 ? at % 4 === 0 : true,
    sittingId: null,
  }));
  expect(await of(student)).toMatchObject({ practised: 0, practice_right: null });
  // The device sends the newer answers before the older ones, and then the newer ones again.
  for (const part of [answers.slice(60), answers.slice(0, 100), answers.slice(60)])
    await student.read(exerciseCalls.record, { answers: part });
  const newest = answers.slice(-100);
  const right = newest.filter((one) => one.correct).length;
  expect(await of(student)).toMatchObject({ practised: 3, practice_right: right });
  await other.read(exerciseCalls.record, { answers: answers.slice(0, 1).map((one) => ({ ...one, id: randomUUID() })) });
  // The share of the class weighs every answer equally, not every student.
  const share = Math.round((10_000 * (right + 1)) / 101) / 100;
  const { items } = await head(progressCalls.getClasses, {});
  expect(items.find((row) => row.id === null)).toMatchObject({ practised: 4 });
  expect(items.find((row) => row.id === null)?.practice_right).toBeCloseTo(share, 1);
});
