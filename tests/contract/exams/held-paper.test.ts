import { expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { heldQuestionsRefusal, assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { addLines } from '../../fixtures/server/question-lines.ts';
import { createReader } from '../fixtures/exam-room.ts';
import { startAssignmentRoom } from '../fixtures/assignment-room.ts';
import { createPlanDraft } from '../fixtures/resource-drafts.ts';

type Room = Awaited<ReturnType<typeof startAssignmentRoom>>;
const bank = '题库';
const section = (category: string) => ({ title: '单选', type: 1, count: 4, pointsEach: 2, categories: [category], partial: false });
const freeStems = ['电容器串联时各极板所带电荷量', '变压器铁芯采用硅钢片叠成的目的', '三相异步电动机反转的方法', '兆欧表使用前应做的试验'];
const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 4 };
const blueprint = {
  detailTableId: null,
  scopeDepth: 0,
  importance: null,
  difficulty: null,
  bank: 'school',
  categories: [bank],
  maxExposure: null,
  bannedIds: [],
};

async function addQuestions({ server }: Room, category: string, of: (n: number) => object): Promise<void> {
  const lines = [1, 2, 3, 4].map((n) => JSON.stringify({ ...of(n), label: 'A' })).join('\n');
  await addLines(server.deps.db, { caller: { userId: server.idOf('type6'), schoolId: server.schoolIds[0] } }, lines, category);
}
const addPaper = (call: Room['teacher'], kind: string, category = bank) =>
  call(paperCalls.add, { name: '卷', kind, sections: [section(category)], rules });

/** Publishes an exam whose questions are near-duplicates of the four questions in the bank. */
async function publishExam(room: Room): Promise<void> {
  await addQuestions(room, '考题', (n) => ({ question: `第 ${n} 题。`, options: ['(A)丙', '(B)甲', '(C)乙'] }));
  const paper = await addPaper(room.teacher, 'exam', '考题');
  await room.teacher(paperCalls.draw, { ...paper, seed: 3 });
  const draft = createPlanDraft(paper.id, [room.students[0].userId], room.server.time.nowMs);
  const { id, version } = await room.teacher(examCalls.add, { ...draft, name: '期末统考' });
  await room.teacher(examCalls.publish, { id, version });
}

it.each(['homework', 'test'] as const)(
  'a refused %s names each question, its number, its stem and the exam that holds it',
  async (kind) => {
    const room = await startAssignmentRoom(kind);
    await publishExam(room);
    const refused = await room.staff(assignmentCalls.add.path, room.draft);
    expect(refused.code).toBe(1002);
    expect(refused.msg).toMatch(/^有 4 道题.*第 1 题“第 \d 题.*”（考试“期末统考”）.*等。请在试卷中换题/);
    const { paperId, count, items } = heldQuestionsRefusal.parse(refused.data);
    expect([paperId, count]).toEqual([room.draft.paperId, 4]);
    expect(items.map(({ variant, number, exams }) => [variant, number, exams])).toEqual([1, 2, 3, 4].map((n) => ['A', n, ['期末统考']]));
  },
);

it('a teacher who may not read the exam sees neither its name nor more than three of the questions', async () => {
  const room = await startAssignmentRoom('homework');
  const call = await room.server.callOf(await room.server.addUser(6, 'other'));
  const other = createReader(call);
  const paper = await addPaper(other, 'homework');
  await other(paperCalls.draw, { ...paper, seed: 3 });
  await publishExam(room);
  const refused = await call(assignmentCalls.add.path, { ...room.draft, paperId: paper.id });
  expect(refused.code).toBe(1002);
  expect(JSON.stringify(refused)).not.toContain('期末统考');
  const { count, items } = heldQuestionsRefusal.parse(refused.data);
  expect([count, items.map(({ exams }) => exams)]).toEqual([4, [[], [], []]]);
});

it('draws of homework and mock tests leave out and count held questions; draws of exams do not', async () => {
  const room = await startAssignmentRoom('homework');
  await publishExam(room);
  const paper = await addPaper(room.teacher, 'homework');
  const short = await room.staff(paperCalls.draw.path, { ...paper, seed: 1 });
  expect(short.msg).toContain('需 4 题，可用 0 题。另有 4 题在成绩尚未公布的考试中，没有抽取');
  expect(short.data).toMatchObject({ leftOut: 4 });

  await addQuestions(room, bank, (n) => ({ question: freeStems[n - 1], options: [`(A)正确${n}`, `(B)错误${n}`] }));
  const idsOf = async (id: number): Promise<Set<number>> => {
    const { variants } = await room.teacher(paperCalls.getById, { id });
    return new Set(variants[0]?.sections.flat().map((entry) => entry.id));
  };
  const drawn = await room.teacher(paperCalls.draw, { ...paper, seed: 1 });
  expect(drawn.leftOut).toBe(4);
  const free = await idsOf(paper.id);
  const held = await idsOf(room.draft.paperId);
  expect([free.size, free.intersection(held).size]).toEqual([4, 0]);
  const made = await room.teacher(paperCalls.assemble, {
    id: paper.id,
    version: drawn.version,
    seed: 2,
    blueprint: { ...blueprint, variants: 1 },
  });
  expect([made.leftOut, made.saved === null, await idsOf(paper.id)]).toEqual([4, false, free]);
  const { sections } = await room.teacher(paperCalls.blueprintSupply, {
    blueprint: { ...blueprint, sections: [section(bank)] },
    kind: 'homework',
  });
  expect(sections.map(({ have, leftOut }) => [have, leftOut.banned])).toEqual([[4, 4]]);
  // The paper no longer contains questions of the exam, so the homework can be set.
  expect((await room.staff(assignmentCalls.add.path, { ...room.draft, paperId: paper.id })).code).toBe(0);

  const [questionId = 0] = held;
  const nearest = async (kind: string) =>
    new Set((await room.teacher(paperCalls.getNearest, { questionId, avoidIds: [], kind, limit: 20 })).items.map(({ id }) => id));
  expect(await nearest('test')).toEqual(free);
  expect((await nearest('exam')).intersection(held).size).toBe(3);
  const exam = await addPaper(room.teacher, 'exam');
  expect((await room.teacher(paperCalls.draw, { ...exam, seed: 1 })).leftOut).toBe(0);
});
