import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient, makeUncheckedCall } from '../../e2e/rig/api-client.ts';
import { findFreePort } from '../../e2e/rig/free-port.ts';
import { ServerProcess } from '../../e2e/rig/server-process.ts';
import { createAssignmentDraft, createPlanDraft, validQuestionDraft } from '../fixtures/resource-drafts.ts';

/** Tries to read exam questions early on a server that was started as the README says. `held-questions.test.ts` tries every case. */
let server: ServerProcess;
beforeAll(async () => {
  server = new ServerProcess(await findFreePort());
  await server.start();
}, 180_000);
afterAll(() => server.dispose());

/** Questions of the exam by category. Those of the first are also in homework and in a mock test, those of the second are imported again. */
const examQuestions = {
  作业题: ['串联电路中各处的电流', '熔断器在电路中的作用'],
  统考题: ['三相异步电动机的转速', '兆欧表用来测量的物理量'],
};
const imported = '导入题';
const twins = examQuestions.统考题;
const options = ['甲', '乙', '丙'];

/** Imports a text that differs from the exam's questions by its punctuation and by the order of its options. */
const importTwins = (school: ApiClient) => {
  const lines = twins.map((stem) => JSON.stringify({ question: `${stem}。`, options: ['(A)丙', '(B)甲', '(C)乙'], label: 'B' }));
  const file = { fileName: 'twins.jsonl', content: Buffer.from(lines.join('\n')).toString('base64'), category: imported };
  return school.send(questionCalls.import.path, { ...file, mode: 'all', skipDuplicates: false, onceKey: randomUUID() });
};

it('25.4: no learner reads the questions of a published exam in homework, in a mock test or as twins in practice', async () => {
  const [school, teacher, student] = await Promise.all(
    ['school', 'teacher', 'student'].map((name) => ApiClient.signIn(server.origin, name)),
  );
  if (!school || !teacher || !student) throw new Error('nobody is signed in');
  for (const [category, stems] of Object.entries(examQuestions))
    for (const stem of stems) {
      const choices = options.map((html, at) => ({ id: 'ABC'[at], html }));
      await makeUncheckedCall(school, questionCalls.add, { ...validQuestionDraft, stem, options: choices, category, submit: true });
    }
  const { items } = await teacher.call(userCalls.getExamUserList, { pageSize: 200 });
  const userIds = items.filter(({ login_name }) => login_name === 'student').map(({ id }) => id);

  const paperOf = async (kind: 'exam' | 'homework' | 'test', categories: readonly string[]) => {
    const sections = [{ title: '单选', type: 1, count: 2 * categories.length, pointsEach: 2, categories, partial: false }];
    const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 4 };
    const paper = await makeUncheckedCall(teacher, paperCalls.add, { name: `${kind} 卷`, kind, sections, rules });
    return makeUncheckedCall(teacher, paperCalls.draw, paper);
  };
  const nowMs = Date.now();
  const setWork = async (kind: 'homework' | 'test') => {
    const draft = createAssignmentDraft((await paperOf(kind, ['作业题'])).id, userIds, nowMs - 60_000);
    const asTest = { lateRule: 'refused', lateMs: 0, latePercent: 100, analysisRule: 'afterHandIn', tries: 3, minutes: 40 };
    return makeUncheckedCall(teacher, assignmentCalls.add, { ...draft, ...(kind === 'test' && asTest), name: kind });
  };
  const work = [await setWork('homework'), await setWork('test')];

  expect((await importTwins(school)).code).toBe(0);
  const countTwins = async () =>
    (await student.call(exerciseCalls.getPack, {})).questions.filter(({ category }) => category === imported).length;
  await expect.poll(() => teacher.send(exerciseCalls.setOpen.path, { category: imported, open: true }).then(({ code }) => code)).toBe(0);
  await expect.poll(countTwins).toBe(twins.length);

  const exam = await makeUncheckedCall(teacher, examCalls.add, {
    ...createPlanDraft((await paperOf('exam', Object.keys(examQuestions))).id, userIds, nowMs),
    name: '期末统考',
  });
  await teacher.call(examCalls.publish, { id: exam.id, version: exam.version });

  for (const { id: planId } of work) {
    expect((await student.send(examCalls.enter.path, { planId, deviceId: randomUUID() })).code).toBe(1002);
    expect((await student.send(examCalls.release.path, { planId })).code).not.toBe(0);
  }
  expect(await countTwins()).toBe(0);

  // Withdrawing the exam shows that the exam was the reason.
  await teacher.call(examCalls.withdraw, { id: exam.id, reason: '改期' });
  for (const { id: planId } of work) {
    expect((await student.send(examCalls.enter.path, { planId, deviceId: randomUUID() })).code).toBe(0);
    expect((await student.send(examCalls.release.path, { planId })).code).toBe(0);
  }
  expect(await countTwins()).toBe(twins.length);
});
