import { sectionType } from '../../../sync/contract/codes.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import {
  examPlaceCalls,
  examPlaceResource,
  examRoomCalls,
  examRoomResource,
  markerGroupCalls,
} from '../../../sync/contract/exams/exam-place.ts';
import { certificateCalls } from '../../../sync/contract/marking/certificate.ts';
import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { professionCalls } from '../../../sync/contract/people/profession.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import type { CallInput } from '../../../sync/contract/call.ts';
import { readWrittenAnswers } from '../demo-data.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { composeAnswer, listPaperItems } from './answer-composer.ts';
import type { DemoClient } from './demo-client.ts';
import type { DemoMoment, DemoStage } from './demo-stage.ts';
import { padTwoDigits } from '../../../sync/domain/numbers.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

type Section = CallInput<typeof paperCalls.add>['sections'][number];
const theorySections: Section[] = [
  { title: '一、单项选择题', type: sectionType.single, count: 40, pointsEach: 1, partial: false, categories: [] },
  { title: '二、多项选择题', type: sectionType.multiple, count: 10, pointsEach: 2, partial: true, categories: [] },
  { title: '三、判断题', type: sectionType.judgement, count: 20, pointsEach: 1, partial: false, categories: [] },
  { title: '四、填空题', type: sectionType.fillIn, count: 10, pointsEach: 2, partial: true, categories: [] },
];
const practicalSections: Section[] = [
  { title: '操作技能', type: sectionType.practical, count: 1, pointsEach: 100, partial: false, categories: ['低压电器与控制'] },
];
/** Each section with a written question draws from a category with only one such question, because the demo data has answers only to these. */
const writtenSections: Section[] = [
  { title: '一、单项选择题', type: sectionType.single, count: 10, pointsEach: 4, partial: false, categories: ['低压电器与控制'] },
  { title: '二、判断题', type: sectionType.judgement, count: 10, pointsEach: 2, partial: false, categories: [] },
  { title: '三、简答题', type: sectionType.questionAnswer, count: 1, pointsEach: 20, partial: false, categories: ['测量与安全'] },
  { title: '四、分析题', type: sectionType.questionAnswer, count: 1, pointsEach: 20, partial: false, categories: ['低压电器与控制'] },
];

/** Adds a venue with two exam rooms to the demo school. */
export async function addRooms(stage: DemoStage): Promise<void> {
  await stage.now().as('teacher', async (teacher) => {
    const place = await teacher.call(examPlaceCalls.add, {
      ...createBlankDraft(examPlaceResource),
      name: '实训中心',
      address: '江宁区学府路 18 号',
      way: '东门进，右手第二栋',
      phone: '025-52000018',
    });
    for (const [name, location] of [
      ['第一考场', '实训楼 301'],
      ['第二考场', '实训楼 302'],
    ] as const)
      await teacher.call(examRoomCalls.add, { ...createBlankDraft(examRoomResource), name, location, placeId: place.id, machines: '{n}' });
  });
}

/** Adds a paper, draws its questions by these sections, and returns it with questions and answer keys. */
async function drawPaper(teacher: DemoClient, name: string, sections: Section[], seed: number) {
  const rules = { layout: 'one' as const, shuffleQuestions: true, shuffleOptions: true, passPoints: 60, minutes: 90 };
  const paper = await teacher.call(paperCalls.add, { name, sections, rules });
  await teacher.call(paperCalls.draw, { ...paper, seed });
  return teacher.call(paperCalls.getById, { id: paper.id });
}

interface ExamToHold {
  readonly name: string;
  readonly part: 'theory' | 'practical';
  readonly partOf: number | null;
  readonly sections: Section[];
  readonly seed: number;
  readonly startMs: number;
  readonly examinees: readonly string[];
  readonly groupId: number;
  /** Returns the written answer of an examinee to a written question, both given by their index. */
  readonly textOf: (examinee: number, question: number) => string;
}

/** Has a teacher arrange an exam, and has the examinees sit it on the day. Returns the plan's id. */
async function holdExam(stage: DemoStage, exam: ExamToHold): Promise<number> {
  const { name, part, partOf, seed, startMs, examinees, groupId } = exam;
  const durationMs = 90 * minuteMs;
  const { planId, paper } = await stage.at(startMs - 3 * dayMs).as('teacher', async (teacher) => {
    const drawnPaper = await drawPaper(teacher, `${name}试卷`, exam.sections, seed);
    const { items: people } = await teacher.call(userCalls.getExamUserList, { pageSize: 200 });
    const examineeIds = examinees.flatMap((login) => people.filter((one) => one.login_name === login).map(({ id }) => id));
    const times = { startMs, durationMs, entryLimitMs: 30 * minuteMs, earliestHandInMs: 30 * minuteMs };
    const draft = { name, part, partOf, paperId: drawnPaper.id, ...times, notice: '', examineeIds, markerGroupIds: [groupId] };
    const plan = await teacher.call(examCalls.add, draft);
    await teacher.call(examCalls.publish, plan);
    return { planId: plan.id, paper: drawnPaper };
  });
  const moment = stage.at(startMs + 20 * minuteMs);
  const items = listPaperItems(paper);
  for (const [at, login] of examinees.entries()) {
    const random = createSeededRandom(seed * 1000 + at);
    const skill = 0.62 + 0.33 * random();
    await moment.atPc(login, planId, async ({ session }) => {
      let writtenCount = 0;
      for (const { itemId, question } of items) {
        const isWritten = question.type === sectionType.questionAnswer;
        const answer = composeAnswer(question, skill, random, isWritten ? exam.textOf(at, writtenCount) : '');
        if (isWritten) writtenCount += 1;
        if (answer.length > 0) await session.setAnswer(itemId, [...answer]);
      }
      await session.handIn('examinee', 50 * minuteMs);
    });
  }
  return planId;
}

/** Adds a marker group that the demo's marker leads. */
async function addMarkerGroup(moment: DemoMoment, name: string, twice: boolean): Promise<number> {
  return moment.as('school', async (school) => {
    const { items } = await school.call(userCalls.getList, { pageSize: 200, filter: { user_type: 4 } });
    const idOf = (login: string): number => items.find((one) => one.login_name === login)?.id ?? 0;
    const members = ['marker2', 'marker3', 'marker4'].map((login) => ({ userId: idOf(login), quota: 0 }));
    const group = { name, leaderId: idOf('marker'), members, twice, tolerance: 3, note: '' };
    return (await school.call(markerGroupCalls.add, group)).id;
  });
}

const getLogin = (n: number): string => `examinee${padTwoDigits(n)}`;
/** Examinees of the exam with certificates; the accounts of the sign-in page are among them. */
const certified = ['examinee', 'student', ...Array.from({ length: 10 }, (_, at) => getLogin(at + 1))];
const toBeMarked = Array.from({ length: 14 }, (_, at) => getLogin(at + 11));

/** Has three assessors judge the performed task of every examinee. */
async function assessPractical(moment: DemoMoment, planId: number, people: number): Promise<void> {
  for (const [nth, login] of ['marker', 'marker2', 'marker3'].entries())
    await moment.as(login, async (marker) => {
      const { items } = await marker.call(markingCalls.getList, { kind: 'performed' });
      const questionId = items.find((exam) => exam.planId === planId)?.tasks[0]?.questionId ?? 0;
      const task = await marker.call(markingCalls.getTask, { planId, questionId });
      for (let code = 1; code <= people; code += 1) {
        const random = createSeededRandom(code * 7);
        const share = 0.66 + 0.3 * random();
        const { script } = await marker.call(markingCalls.take, { planId, questionId, code });
        if (script === null) continue;
        const points = task.items.map((item) => Math.min(item.points, Math.round(item.points * share) + ((code + nth) % 2)));
        const mark = { points, veto: [], comment: '' };
        await marker.call(markingCalls.mark, { planId, questionId, code, basis: script.basis, given: mark });
      }
    });
}

/** Returns nine o'clock today in Shanghai (ms). */
function getNineOClock(stage: DemoStage): number {
  const { nowMs } = stage.now();
  return nowMs - (nowMs % dayMs) + 60 * minuteMs;
}

/** Holds an exam with a theory part and a practical part, releases its scores and issues certificates to those who passed both. */
export async function holdCertifiedExam(stage: DemoStage): Promise<void> {
  const dayStart = getNineOClock(stage);
  const groupId = await addMarkerGroup(stage.at(dayStart - 20 * dayMs), '电工技能考评组', false);
  const common = { seed: 11, examinees: certified, groupId, textOf: () => '' };
  const theory = { name: '电工（四级）第 11 批理论考试', part: 'theory' as const, partOf: null, sections: theorySections };
  const planId = await holdExam(stage, { ...common, ...theory, startMs: dayStart - 14 * dayMs });
  const practical = { name: '电工（四级）第 11 批操作技能考核', part: 'practical' as const, partOf: planId, sections: practicalSections };
  const practicalId = await holdExam(stage, { ...common, ...practical, startMs: dayStart - 13 * dayMs });
  await assessPractical(stage.at(dayStart - 13 * dayMs + 150 * minuteMs), practicalId, certified.length);
  await stage.at(dayStart - 10 * dayMs).as('teacher', async (teacher) => {
    for (const id of [planId, practicalId]) await teacher.call(examCalls.releaseScores, { id });
    const { items } = await teacher.call(professionCalls.getList, { pageSize: 1, filter: { keyword: '电工' } });
    await teacher.call(certificateCalls.issue, { planId, professionId: items[0]?.id ?? 0, level: 4, kind: 'Y' });
  });
}

/** Holds an exam with written answers. Two markers have marked a part of the answers; the rest still waits. */
export async function holdExamToMark(stage: DemoStage): Promise<void> {
  const startMs = getNineOClock(stage) - dayMs;
  const groupId = await addMarkerGroup(stage.at(startMs - 5 * dayMs), '电工理论阅卷组', true);
  const answers = readWrittenAnswers();
  const exam = { name: '电工（四级）第 12 批综合理论考试', part: 'theory' as const, partOf: null, sections: writtenSections };
  const textOf = (examinee: number, question: number): string => {
    const texts = answers.filter((one) => one.question === question);
    return texts[examinee % texts.length]?.text ?? '';
  };
  const planId = await holdExam(stage, { ...exam, seed: 12, startMs, examinees: toBeMarked, groupId, textOf });
  const moment = stage.at(startMs + 20 * 60 * minuteMs);
  for (const [login, count] of [
    ['marker2', 5],
    ['marker3', 3],
  ] as const)
    await moment.as(login, async (marker) => {
      const { items } = await marker.call(markingCalls.getList, { kind: 'written' });
      const questionId = items.find((one) => one.planId === planId)?.tasks[0]?.questionId ?? 0;
      const task = await marker.call(markingCalls.getTask, { planId, questionId });
      for (let done = 0; done < count; done += 1) {
        const { script } = await marker.call(markingCalls.take, { planId, questionId });
        if (script === null) return;
        const share = Math.min(1, script.answer.length / 90);
        const points = task.items.map((item) => Math.round(item.points * share * 2) / 2);
        const mark = { points, veto: [], comment: '' };
        await marker.call(markingCalls.mark, { planId, questionId, code: script.code, basis: script.basis, given: mark });
      }
    });
}
