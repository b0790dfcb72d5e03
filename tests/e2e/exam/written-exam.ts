import { markerGroupCalls } from '../../../sync/contract/exams/exam-place.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import type { CallInput } from '../../../sync/contract/call.ts';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import type { BrowserTestServer } from '../rig/server-process.ts';

const rubric = (...texts: string[]) => ({
  kind: 'rubric' as const,
  reference: '<p>见教材第三章。</p>',
  items: texts.map((text) => ({ text, points: 3 })),
  veto: ['带电接线'],
});

type Staff = Readonly<Record<'teacher' | 'school', ApiClient>>;
type QuestionInput = CallInput<typeof questionCalls.add>;
type QuestionContent = Pick<QuestionInput, 'category' | 'type' | 'stem' | 'key'> & Partial<Pick<QuestionInput, 'options'>>;

/** Adds a question to the bank: the teacher writes and submits it, and the school approves it. */
export async function createApprovedQuestion({ teacher, school }: Staff, question: QuestionContent): Promise<number> {
  const made = await teacher.call(questionCalls.add, { options: [], analysis: '', difficulty: 2, source: '', ...question });
  const { changed } = await teacher.call(questionCalls.setStatus, { items: [{ id: made.id, version: made.version }], event: 'submit' });
  await school.call(questionCalls.setStatus, { items: changed.map(({ id, version }) => ({ id, version })), event: 'approve' });
  return made.id;
}

/** Opens a category for practice and fills it with 12 single-choice questions. */
export async function openPracticeCategory(staff: Staff, category: string): Promise<void> {
  for (let at = 1; at <= 12; at += 1) {
    const options = ['A', 'B', 'C', 'D'].map((id, more) => ({ id, html: `${at + 7 + more}` }));
    const right = at % 4;
    const stem = `<p>${at} 与 ${7 + right} 的和是多少？</p>`;
    await createApprovedQuestion(staff, { category, type: 1, stem, options, key: { kind: 'choice', right: ['ABCD'.charAt(right)] } });
  }
  await makeUncheckedCall(staff.teacher, exerciseCalls.setOpen, { category, open: true });
}

/**
 * Creates an exam for examinee01 and examinee02 that begins at once and lasts one minute. It has a written question (item 1) and a practical task
 * (item 2). The demo's marker leads the group that marks it.
 */
export async function createWrittenExam(
  { origin }: BrowserTestServer,
  name: string,
  { practical = ['接线', '通电试车'], members = [] }: { practical?: string[]; members?: string[] } = {},
): Promise<{ planId: number; users: readonly number[] }> {
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const school = await ApiClient.signIn(origin, 'school');
  for (const [type, stem, key] of [
    [5, '<p>说明接触器联锁正反转控制电路中各有哪些保护。</p>', rubric('主电路的短路与过载保护', '控制电路的失压与欠压保护')],
    [6, '<p>安装并调试一台三相异步电动机的正反转控制电路。</p>', rubric(...practical)],
  ] as const)
    await createApprovedQuestion({ teacher, school }, { category: name, type, stem: stem.replace('</p>', `（${name}）</p>`), key });
  const section = { count: 1, pointsEach: 6, categories: [name], partial: false };
  const draft = {
    name: `${name}试卷`,
    sections: [
      { ...section, title: '简答题', type: 5 as const },
      { ...section, title: '实操题', type: 6 as const },
    ],
    rules: { layout: 'one' as const, shuffleQuestions: false, shuffleOptions: false, passPoints: 6 },
  };
  const paper = await teacher.call(paperCalls.draw, await teacher.call(paperCalls.add, draft));
  const { items: people } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const users = ['examinee01', 'examinee02'].map((login) => people.find((each) => each.login_name === login)?.id ?? 0);
  const { items: markers } = await school.call(userCalls.getList, { pageSize: 200, filter: { user_type: 4 } });
  const leaderId = markers.find((each) => each.login_name === 'marker')?.id ?? null;
  const group = await school.call(markerGroupCalls.add, {
    name: `${name}组`,
    leaderId,
    members: members.map((login) => ({ userId: markers.find((each) => each.login_name === login)?.id ?? 0, quota: 0 })),
    twice: false,
    tolerance: 1,
    note: '',
  });
  const plan = await teacher.call(examCalls.add, {
    name,
    paperId: paper.id,
    startMs: Date.now() + 1_000,
    durationMs: 60_000,
    entryLimitMs: 60_000,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: users,
    markerGroupIds: [group.id],
  });
  await teacher.call(examCalls.publish, plan);
  return { planId: plan.id, users };
}
