import { examCalls } from '../../../sync/contract/exam.ts';
import { paperCalls } from '../../../sync/contract/paper.ts';
import { userCalls } from '../../../sync/contract/user.ts';
import { ApiClient } from '../rig/api-client.ts';

const sectionOfSix = { title: '单选', type: 1 as const, count: 6, pointsEach: 2, categories: [], partial: false };
const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 6 } as const;

interface ShortExam {
  readonly name: string;
  /** From now. */
  readonly startsInMs: number;
  readonly durationMs: number;
  readonly entryLimitMs: number;
  readonly loginNames: readonly string[];
}

/** Six questions of the demo bank, made without a page: for specs that are about sitting an exam, not about making one. */
export async function publishShortExam(origin: string, exam: ShortExam): Promise<number> {
  const teacher = await ApiClient.patient(origin, 'teacher');
  const examineeIds: number[] = [];
  // Before anybody sits down: an examinee is signed in at one device at a time.
  for (const loginName of exam.loginNames) {
    const info = await (await ApiClient.patient(origin, loginName)).call(userCalls.getInfo, {});
    examineeIds.push(info.user.id);
  }
  const paper = await teacher.call(paperCalls.add, { name: exam.name, sections: [sectionOfSix], rules });
  const drawn = await teacher.call(paperCalls.draw, { ...paper, seed: 7 });
  const { name, startsInMs, durationMs, entryLimitMs } = exam;
  const times = { startMs: Date.now() + startsInMs, durationMs, entryLimitMs, earliestHandInMs: 0 };
  const plan = await teacher.call(examCalls.add, { name, paperId: drawn.id, ...times, notice: '', examineeIds });
  await teacher.call(examCalls.publish, plan);
  return plan.id;
}
