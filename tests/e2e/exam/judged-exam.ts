import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { ApiClient } from '../rig/api-client.ts';
import type { ServerProcess } from '../rig/server-process.ts';

/** The shortest allowed duration, because scores can be released only after the end. */
const durationMs = 60_000;

/** Publishes an exam of one minute with one question. It begins at once. */
export async function publishJudgedExam({ origin }: ServerProcess, name: string, examineeIds: number[]): Promise<number> {
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const school = await ApiClient.signIn(origin, 'school');
  const { id, version } = await teacher.call(questionCalls.add, {
    type: 3,
    stem: `<p>停电后应先验电再接地。（${name}）</p>`,
    options: [
      { id: 'T', html: '正确' },
      { id: 'F', html: '错误' },
    ],
    key: { kind: 'choice', right: ['T'] },
    analysis: '',
    difficulty: 2,
    category: name,
    source: '',
  });
  const { changed } = await teacher.call(questionCalls.setStatus, { items: [{ id, version }], event: 'submit' });
  await school.call(questionCalls.setStatus, { items: changed.map((each) => ({ id: each.id, version: each.version })), event: 'approve' });
  const sections = [{ title: '判断题', type: 3 as const, count: 1, pointsEach: 1, categories: [name], partial: false }];
  const rules = { layout: 'one' as const, shuffleQuestions: false, shuffleOptions: false, passPoints: 1 };
  const paper = await teacher.call(paperCalls.draw, await teacher.call(paperCalls.add, { name: `${name}试卷`, sections, rules }));
  const times = { startMs: Date.now() + 500, durationMs, entryLimitMs: durationMs, earliestHandInMs: 0 };
  const plan = await teacher.call(examCalls.add, { name, paperId: paper.id, ...times, notice: '', examineeIds });
  await teacher.call(examCalls.publish, plan);
  return plan.id;
}
