import { examCalls } from '../../../sync/contract/exams/exam.ts';
import type { LockdownRules } from '../../../sync/contract/exams/lockdown.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient } from '../rig/api-client.ts';

const sectionOfSix = { title: '单选', type: 1 as const, count: 6, pointsEach: 2, categories: [], partial: false };
const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 6 } as const;

export interface ShortExamTimes {
  readonly name: string;
  /** Milliseconds from now to the start of the exam. */
  readonly startsInMs: number;
  readonly durationMs: number;
  readonly entryLimitMs: number;
  /** Login names of demo accounts. They may have signed in already. */
  readonly loginNames: readonly string[];
  readonly lockdown?: LockdownRules;
}

/** Publishes an exam of this paper for these accounts and returns its id. */
export async function publishExam(teacher: ApiClient, paperId: number, exam: ShortExamTimes): Promise<number> {
  const { items: people } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const examineeIds = exam.loginNames.map((name) => people.find((each) => each.login_name === name)?.id ?? 0);
  const { name, startsInMs, durationMs, entryLimitMs, lockdown } = exam;
  const times = { startMs: Math.round(Date.now() + startsInMs), durationMs, entryLimitMs, earliestHandInMs: 0 };
  const plan = await teacher.call(examCalls.add, { name, paperId, ...times, notice: '', examineeIds, ...(lockdown && { lockdown }) });
  await teacher.call(examCalls.publish, plan);
  return plan.id;
}

/** Publishes an exam with six questions from the demo bank and returns its id. */
export async function publishShortExam(origin: string, exam: ShortExamTimes): Promise<number> {
  const teacher = await ApiClient.patient(origin, 'teacher');
  const paper = await teacher.call(paperCalls.add, { name: exam.name, sections: [sectionOfSix], rules });
  return publishExam(teacher, (await teacher.call(paperCalls.draw, { ...paper, seed: 7 })).id, exam);
}
