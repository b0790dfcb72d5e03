import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { examRoomCalls } from '../../../sync/contract/exams/exam-place.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { sectionType } from '../../../sync/contract/codes.ts';
import { systemTimers } from '../../system-ports.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { composeAnswer, listPaperItems } from './answer-composer.ts';
import type { DemoClient } from './demo-client.ts';
import type { DemoStage } from './demo-stage.ts';
import { padTwoDigits } from '../../../sync/domain/numbers.ts';

const minuteMs = 60_000;
const durationMs = 30 * minuteMs;
/** Examinees that are simulated. The account `examinee` has the remaining seat of the room, for a visitor. */
const simulated = Array.from({ length: 29 }, (_, at) => `examinee${padTwoDigits(at + 1)}`);

type PaperItems = ReturnType<typeof listPaperItems>;

export interface RunningDemoExam {
  readonly planId: number;
  readonly roomId: number;
  /** Resolves when every simulated examinee of the exam has left. */
  readonly over: Promise<unknown>;
}

async function addPaper(teacher: DemoClient, name: string) {
  const section = { categories: [], partial: false };
  const sections = [
    { ...section, title: '一、单项选择题', type: sectionType.single, count: 20, pointsEach: 3 },
    { ...section, title: '二、判断题', type: sectionType.judgement, count: 20, pointsEach: 2 },
  ];
  const rules = { layout: 'one' as const, shuffleQuestions: true, shuffleOptions: true, passPoints: 60, minutes: 30 };
  const paper = await teacher.call(paperCalls.add, { name: `${name}试卷`, sections, rules });
  await teacher.call(paperCalls.draw, paper);
  return teacher.call(paperCalls.getById, { id: paper.id });
}

/** Publishes an exam in this room that begins at once. Throws if the server refuses the plan, for example because the room is taken. */
async function publishExam(teacher: DemoClient, roomId: number, nowMs: number) {
  const name = `演示考试 ${new Date(nowMs + 8 * 60 * minuteMs).toISOString().slice(5, 16).replace('T', ' ')}`;
  const { items: people } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const examineeIds = ['examinee', ...simulated].flatMap((login) => people.find((one) => one.login_name === login)?.id ?? []);
  const paper = await addPaper(teacher, name);
  const times = { startMs: nowMs, durationMs, entryLimitMs: durationMs, earliestHandInMs: 0 };
  const plan = await teacher.call(examCalls.add, { name, paperId: paper.id, ...times, notice: '', examineeIds, roomIds: [roomId] });
  const { items: staff } = await teacher.call(examCalls.getStaffOptions, { duty: 'invigilator' });
  for (const { id } of staff.filter((one) => one.loginName.startsWith('invigilator')))
    await teacher.call(examCalls.setStaff, { planId: plan.id, roomId, userId: id, on: true });
  const seated = await teacher.call(examCalls.arrange, { id: plan.id, version: plan.version, anew: false, fill: 'full', seed: 3 });
  await teacher.call(examCalls.publish, { id: plan.id, version: seated.version });
  return { planId: plan.id, items: listPaperItems(paper) };
}

/**
 * Simulates one examinee, who comes within half a minute, answers item by item, loses the network for a while now and then, and hands in at the end.
 */
async function sitExam(stage: DemoStage, planId: number, items: PaperItems, nth: number, signal: AbortSignal): Promise<void> {
  const random = createSeededRandom(planId * 100 + nth);
  const skill = 0.6 + 0.35 * random();
  const paceMs = 3_000 + 7_000 * random();
  await systemTimers.sleep(30_000 * random(), signal);
  if (signal.aborted) return;
  await stage.now().atPc(simulated[nth] ?? '', planId, async (device) => {
    const startedMs = performance.now();
    for (const [at, { itemId, question }] of items.entries()) {
      device.setOnline(nth % 9 !== 4 || at % 12 < 6);
      await systemTimers.sleep(paceMs * (0.5 + random()), signal);
      if (signal.aborted) return;
      await device.session.setAnswer(itemId, [...composeAnswer(question, skill, random)]);
      if (random() < 0.06) await device.session.setFlag(itemId, true);
    }
    device.setOnline(true);
    await device.session.handIn('examinee', performance.now() - startedMs);
  });
}

/** Starts an exam in the first free room and lets the examinees sit it. Returns undefined if no room is free. */
export async function startDemoExam(stage: DemoStage, signal: AbortSignal): Promise<RunningDemoExam | undefined> {
  const moment = stage.now();
  return moment.as('teacher', async (teacher) => {
    const { items: rooms } = await teacher.call(examRoomCalls.getOptions, {});
    for (const { id: roomId } of rooms) {
      const published = await publishExam(teacher, roomId, moment.nowMs).catch((error: unknown) => {
        stage.deps.logger.warn({ err: error, roomId }, 'could not run the demo exam in this room');
      });
      if (published === undefined) continue;
      const { planId, items } = published;
      const endSignal = AbortSignal.any([signal, AbortSignal.timeout(durationMs)]);
      const sittings = simulated.map((_, nth) =>
        sitExam(stage, planId, items, nth, endSignal).catch((error: unknown) => {
          if (!endSignal.aborted) stage.deps.logger.warn({ err: error, planId }, 'a simulated examinee left the exam');
        }),
      );
      return { planId, roomId, over: Promise.all(sittings) };
    }
    return undefined;
  });
}
