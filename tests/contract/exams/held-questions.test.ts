import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AttemptKind } from '../../../sync/contract/codes.ts';
import { classCalls, classResource } from '../../../sync/contract/people/class.ts';
import { courseCalls, courseResource } from '../../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { learnCalls } from '../../../sync/contract/learning/learn.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { attemptRules, assignedKinds } from '../../../sync/domain/exams/attempt-kinds.ts';
import { addLines } from '../../fixtures/server/question-lines.ts';
import { allCalls } from '../fixtures/every-call.ts';
import { type RoomExaminee, createReader, handInAndDeliver } from '../fixtures/exam-room.ts';
import { createPlanDraft } from '../fixtures/resource-drafts.ts';
import { createRoomAnswerOp, examRoomMinuteMs, startAssignmentRoom } from '../fixtures/assignment-room.ts';

type Room = Awaited<ReturnType<typeof startAssignmentRoom>>;
const bank = '题库';
const examBank = '考题';

/** How the exam's questions relate to those of the homework, test or practice, which are `第 n 题` with the options 甲, 乙 and 丙. */
const relations = {
  'the same question': null,
  'a twin under another id': (n: number) => ({ question: `第 ${n} 题。`, options: ['(A)丙', '(B)甲', '(C)乙'] }),
  'a near-duplicate': (n: number) => ({ question: `第 ${n} 题`, options: ['(A)甲', '(B)乙', '(C)丙的'] }),
} as const;
const held = Object.keys(relations) as (keyof typeof relations)[];
const unrelated = (n: number) => ({ question: `电容器串联时各极板所带电荷量之间的关系 ${n}`, options: ['(A)相等', '(B)不等'] });

async function addQuestions({ server }: Room, category: string, of: (n: number) => object): Promise<void> {
  const lines = [1, 2, 3, 4].map((n) => JSON.stringify({ ...of(n), label: 'A' })).join('\n');
  await addLines(server.deps.db, { caller: { userId: server.idOf('type6'), schoolId: server.schoolIds[0] } }, lines, category);
}

async function paperFrom(room: Room, category: string): Promise<{ id: number }> {
  const section = { title: '单选', type: 1, count: 4, pointsEach: 2, categories: [category], partial: false };
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 4 };
  const paper = await room.teacher(paperCalls.add, { name: '考卷', kind: 'exam', sections: [section], rules });
  await room.teacher(paperCalls.draw, { ...paper, seed: 3 });
  return paper;
}

/** Creates an exam that is ready to be published. */
async function plannedExam(room: Room, relation: keyof typeof relations | 'unrelated') {
  const of = relation === 'unrelated' ? unrelated : relations[relation];
  if (of) await addQuestions(room, examBank, of);
  const paper = await paperFrom(room, of ? examBank : bank);
  const draft = createPlanDraft(paper.id, [room.students[0].userId], room.server.time.nowMs);
  const plan = await room.teacher(examCalls.add, { ...draft, name: '期末统考' });
  return { ...plan, draft };
}
const publish = (room: Room, { id, version }: { id: number; version: number }) => room.teacher(examCalls.publish, { id, version });
/** Moves the clock past the end of the exam and releases its scores. The homework still runs. */
async function release(room: Room, { id, draft }: Awaited<ReturnType<typeof plannedExam>>): Promise<void> {
  room.at(draft.startMs + draft.durationMs + examRoomMinuteMs);
  await room.teacher(examCalls.releaseScores, { id, inSpite: { reason: '已核对' } });
}
const enter = (room: Room, student: RoomExaminee) => student.post('/exam/enter', { planId: room.planId, deviceId: randomUUID() });
const key = (room: Room, student: RoomExaminee) => student.post('/exam/release', { planId: room.planId });

describe('homework and mock tests set before an exam with the same questions is published', () => {
  const cases = assignedKinds.flatMap((kind) => held.map((relation) => [kind, relation] as const));

  it.each(cases)('%s cannot be newly opened while the exam holds %s, and opens once the scores are released', async (kind, relation) => {
    const room = await startAssignmentRoom(kind, { people: 2 });
    const [late, begun] = room.students;
    const exam = await plannedExam(room, relation);
    await room.open(begun);
    await publish(room, exam);
    const refused = await enter(room, late);
    expect(refused.code).toBe(1002);
    // The message must not reveal to a learner that an exam is the reason.
    expect(refused.msg).toBe('暂时不能打开，请联系老师');
    expect(JSON.stringify(refused)).not.toMatch(/考试|统考|题目/);
    expect((await key(room, late)).code).toBe(1002);
    // A learner who had opened the homework or mock test before the exam was published may continue.
    expect((await key(room, begun)).code).toBe(0);
    await release(room, exam);
    expect((await enter(room, late)).code).toBe(0);
    expect((await key(room, late)).code).toBe(0);
  });

  it.each(assignedKinds)('%s opens again once the exam is withdrawn', async (kind) => {
    const room = await startAssignmentRoom(kind);
    const student = room.students[0];
    const exam = await plannedExam(room, 'a twin under another id');
    await publish(room, exam);
    expect((await enter(room, student)).code).toBe(1002);
    await room.teacher(examCalls.withdraw, { id: exam.id, reason: '改期' });
    expect((await enter(room, student)).code).toBe(0);
  });

  it.each(assignedKinds)('%s with other questions opens during the exam', async (kind) => {
    const room = await startAssignmentRoom(kind);
    const student = room.students[0];
    await publish(room, await plannedExam(room, 'unrelated'));
    expect((await enter(room, student)).code).toBe(0);
    expect((await key(room, student)).code).toBe(0);
  });

  it('homework that has not started gives no key to a student who entered early', async () => {
    const room = await startAssignmentRoom('homework', { rules: { startMs: Date.UTC(2026, 10, 22), dueMs: Date.UTC(2026, 10, 29) } });
    const student = room.students[0];
    const exam = await plannedExam(room, 'the same question');
    await room.open(student);
    await publish(room, exam);
    room.at(room.draft.startMs);
    expect((await key(room, student)).code).toBe(1002);
  });

  it.each(held)('hide points, keys, analyses and comments while the exam holds %s', async (relation) => {
    const room = await startAssignmentRoom('homework');
    const student = room.students[0];
    const exam = await plannedExam(room, relation);
    const pc = await room.open(student);
    await publish(room, exam);
    await pc.send(createRoomAnswerOp(1, 'A'));
    await handInAndDeliver(pc);
    const { answersVersion } = await room.work(student);
    const work = { planId: room.planId, userId: student.userId, answersVersion };
    await room.teacher(assignmentCalls.mark, { ...work, items: [{ itemId: '1', points: 2, comment: '应选甲' }] });
    await room.teacher(assignmentCalls.giveBack, { ...work, reason: '再看看', untilMs: room.draft.dueMs });
    expect((await room.notice(student))?.task?.returned).toMatchObject({ reason: '再看看', items: [] });
    await handInAndDeliver(pc);
    await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [student.userId] });
    expect((await student.post('/task/myScore', { planId: room.planId })).code).toBe(1002);
    expect((await room.notice(student))?.task).toMatchObject({ points: null, scoreTold: false });
    await release(room, exam);
    expect(await student.read(assignmentCalls.myScore, { planId: room.planId })).toMatchObject({ hasAnalysis: true });
  });

  it.each(held)('a mock test refuses another try while the exam holds %s', async (relation) => {
    const room = await startAssignmentRoom('test');
    const student = room.students[0];
    const exam = await plannedExam(room, relation);
    const pc = await room.open(student);
    await handInAndDeliver(pc);
    await publish(room, exam);
    expect((await student.post('/task/again', { planId: room.planId, tryNo: 2 })).code).toBe(1002);
    await release(room, exam);
    expect((await student.post('/task/again', { planId: room.planId, tryNo: 2 })).code).toBe(0);
  });

  it.each(held)('setting homework with %s is refused with the questions and advice what to do', async (relation) => {
    const room = await startAssignmentRoom('homework');
    await publish(room, await plannedExam(room, relation));
    const refused = await room.staff('/task/add', { ...room.draft, name: '又一份' });
    expect(refused.code).toBe(1002);
    expect(refused.msg).toMatch(/有 4 道题.*“第 \d 题.*换题/);
  });
});

describe('publishing an exam lists open work with the same questions', () => {
  it.each(held)('lists homework and practice with %s and the number of students who opened it', async (relation) => {
    const room = await startAssignmentRoom('homework', { people: 2 });
    await room.open(room.students[0]);
    await room.teacher(exerciseCalls.setOpen, { category: bank, open: true });
    const exam = await plannedExam(room, relation);
    const open = {
      tasks: [{ id: room.planId, kind: 'homework', name: '电工基础', questions: 4, students: 2, begun: 1, mayWithdraw: true }],
      categories: [{ category: bank, questions: 4 }],
    };
    expect(await room.teacher(examCalls.getOpenWork, { id: exam.id })).toMatchObject(open);
    const { items } = await room.teacher(examCalls.getChecklist, { id: exam.id });
    expect(items).toContainEqual({ kind: 'openTasks', state: 'hint', count: 1, names: ['电工基础'] });
    await publish(room, exam);
    expect(await room.teacher(examCalls.getOpenWork, { id: exam.id })).toMatchObject(open);
    await room.teacher(assignmentCalls.withdraw, { id: room.planId, reason: '教学安排调整' });
    await room.teacher(exerciseCalls.setOpen, { category: bank, open: false });
    expect(await room.teacher(examCalls.getOpenWork, { id: exam.id })).toEqual({ tasks: [], categories: [] });
  });

  it('lists no work with other questions', async () => {
    const room = await startAssignmentRoom('homework');
    await room.teacher(exerciseCalls.setOpen, { category: bank, open: true });
    const exam = await plannedExam(room, 'unrelated');
    expect(await room.teacher(examCalls.getOpenWork, { id: exam.id })).toEqual({ tasks: [], categories: [] });
  });
});

/** Publishes a course to a class of the learner. Its only lesson is a quiz with all questions of the bank. */
async function addQuizCourse({ server, teacher }: Room, { userId }: RoomExaminee) {
  const school = createReader(await server.callAs(2));
  const group = await school(classCalls.add, { ...createBlankDraft(classResource), name: '测验班' });
  await school(classCalls.assign, { class_id: group.id, user_ids: [userId] });
  const questionIds = server.raw.prepare('SELECT id FROM question WHERE category = ?').pluck().all(bank) as number[];
  const quiz = await teacher(coursewareCalls.add, { ...createBlankDraft(coursewareResource), title: '测验', kind: 'quiz', questionIds });
  const sections = [{ sid: 1, depth: 1, title: '一', items: [quiz.id] }];
  const classes = [{ classId: group.id, fromMs: null, toMs: null }];
  const course = await teacher(courseCalls.add, { ...createBlankDraft(courseResource), title: '课程', sections, classes });
  await teacher(courseCalls.setStatus, { ...course, event: 'publish' });
  return { courseId: course.id, coursewareId: quiz.id };
}

/** Calls from which a learner receives questions together with their answer keys. */
const packs = {
  async '/exercise/getPack'(room: Room, student: RoomExaminee) {
    await room.teacher(exerciseCalls.setOpen, { category: bank, open: true });
    return async () => (await student.read(exerciseCalls.getPack, {})).questions.length;
  },
  async '/exercise/myCategories'(room: Room, student: RoomExaminee) {
    await room.teacher(exerciseCalls.setOpen, { category: bank, open: true });
    return async () => (await student.read(exerciseCalls.myCategories, {})).items[0]?.questions;
  },
  async '/learn/getById'(room: Room, student: RoomExaminee) {
    const { courseId } = await addQuizCourse(room, student);
    return async () => (await student.read(learnCalls.getById, { id: courseId })).sections[0]?.items[0]?.questions.length;
  },
} as const;

describe('practice and course quizzes during an exam', () => {
  it.each(held)('replies to learners contain no id of a quiz question while an exam holds %s', async (relation) => {
    const room = await startAssignmentRoom('homework', { rules: { dueMs: Date.UTC(2026, 10, 21, 1), lateMs: 0, lateRule: 'refused' } });
    const student = room.students[0];
    room.at(room.draft.dueMs + examRoomMinuteMs);
    const { courseId, coursewareId } = await addQuizCourse(room, student);
    const shown = async () => (await student.read(learnCalls.getById, { id: courseId })).sections[0]?.items[0] ?? expect.fail('no quiz');
    const ids = (await shown()).questionIds.map((id) => id ?? expect.fail('a question is held too early'));
    const nowMs = room.server.time.nowMs;
    const record = { coursewareId, fromMs: nowMs - 20_000, toMs: nowMs - 10_000, position: 0 };
    const answer = (at: number) => {
      const answers = [{ questionId: ids[at] ?? 0, correct: true }];
      const marks = [{ ...record, markId: randomUUID(), spans: [[at, at + 1] as [number, number]], answers }];
      return student.read(learnCalls.record, { courseId, marks });
    };
    const learned = { spans: [[0, 1]], results: [{ questionId: ids[0] }] };
    expect(await answer(0)).toMatchObject({ lessons: [{ progress: learned }] });
    const exam = await plannedExam(room, relation);
    await publish(room, exam);
    expect(await shown()).toMatchObject({ questionIds: ids.map(() => null), length: 4, progress: { spans: [[0, 1]], results: [] } });
    // Now a device sends the answer to the second question, which it stored while it was offline.
    expect(await answer(1)).toMatchObject({ lessons: [{ progress: { spans: [[0, 2]], results: [] } }] });
    await release(room, exam);
    const results = [{ questionId: ids[0] }, { questionId: ids[1] }];
    expect(await shown()).toMatchObject({ questionIds: ids, progress: { spans: [[0, 2]], results } });
  });

  const names = Object.keys(packs) as (keyof typeof packs)[];
  it.each(names.flatMap((name) => held.map((relation) => [name, relation] as const)))(
    '%s leaves out %s of a published exam until its scores are released',
    async (name, relation) => {
      // Use homework that is over. While homework runs, practice leaves out its questions for that reason alone.
      const room = await startAssignmentRoom('homework', { rules: { dueMs: Date.UTC(2026, 10, 21, 1), lateMs: 0, lateRule: 'refused' } });
      const student = room.students[0];
      room.at(room.draft.dueMs + examRoomMinuteMs);
      const count = await packs[name](room, student);
      expect(await count()).toBe(4);
      const exam = await plannedExam(room, relation);
      expect(await count()).toBe(4);
      await publish(room, exam);
      expect(await count()).toBe(0);
      await release(room, exam);
      expect(await count()).toBe(4);
    },
  );

  it.each(held)('practice leaves out a question added to the bank during the exam (%s)', async (relation) => {
    const room = await startAssignmentRoom('homework', { rules: { dueMs: Date.UTC(2026, 10, 21, 1), lateMs: 0, lateRule: 'refused' } });
    const student = room.students[0];
    await publish(room, await plannedExam(room, 'the same question'));
    await room.teacher(exerciseCalls.setOpen, { category: '导入', open: false });
    await addQuestions(room, '导入', relations[relation] ?? ((n) => ({ question: `第 ${n} 题`, options: ['(A)甲', '(B)乙', '(C)丙'] })));
    await room.teacher(exerciseCalls.setOpen, { category: '导入', open: true });
    expect((await student.read(exerciseCalls.getPack, {})).questions).toEqual([]);
    await addQuestions(room, '导入', unrelated);
    expect((await student.read(exerciseCalls.getPack, {})).questions).toHaveLength(4);
  });

  it('practice of another school keeps questions that an exam of this school asks', async () => {
    const room = await startAssignmentRoom('homework');
    const { server } = room;
    const other = { userId: server.idOf('type6', 1), schoolId: server.schoolIds[1] };
    await publish(room, await plannedExam(room, 'the same question'));
    const lines = JSON.stringify({ question: '第 1 题', options: ['(A)甲', '(B)乙', '(C)丙'], label: 'A' });
    await addLines(server.deps.db, { caller: other }, lines, bank);
    await createReader(await server.callOf(other.userId))(exerciseCalls.setOpen, { category: bank, open: true });
    const learner = createReader(await server.callOf(server.idOf('type7', 1)));
    expect((await learner(exerciseCalls.getPack, {})).questions).toHaveLength(1);
  });
});

it('attemptRules say for every kind of attempt what happens while an exam holds its questions', () => {
  const tried: Record<AttemptKind, 'opens' | 'waits' | 'leftOut'> = {
    exam: 'opens',
    homework: 'waits',
    test: 'waits',
    exercise: 'leftOut',
  };
  expect(Object.fromEntries(Object.entries(attemptRules).map(([kind, rules]) => [kind, rules.heldQuestionEffect]))).toEqual(tried);
});

it('an exam opens although another unreleased exam has the same questions', async () => {
  const room = await startAssignmentRoom('homework');
  const student = room.students[0];
  const one = await plannedExam(room, 'the same question');
  const two = await plannedExam(room, 'the same question');
  await publish(room, one);
  await publish(room, two);
  room.at(one.draft.startMs);
  expect((await student.post('/exam/enter', { planId: two.id, deviceId: randomUUID() })).code).toBe(0);
  expect((await student.post('/exam/release', { planId: two.id })).code).toBe(0);
});

it('this file covers every call that returns questions or keys to learners', () => {
  const words = new Set(['stem', 'stemHtml', 'contentKey', 'analysis']);
  const carries = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    Object.entries(schema).some(
      ([name, value]) => (name === 'properties' && Object.keys(value as object).some((each) => words.has(each))) || carries(value),
    );
  const forLearners = allCalls.filter(
    ({ access }) => access === 'signedIn' || (Array.isArray(access) && access.some((role) => role === 'student' || role === 'examUser')),
  );
  const found = forLearners.filter(({ output }) => carries(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })));
  expect(found.map(({ path }) => path).toSorted()).toEqual(
    ['/exam/release', '/exercise/getPack', '/learn/getById', '/task/myScore'].toSorted(),
  );
});
