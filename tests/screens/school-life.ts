import { articleThing, infoCalls } from '../../sync/contract/article.ts';
import { batchCalls, batchThing } from '../../sync/contract/batch.ts';
import type { Call, CallOutput } from '../../sync/contract/call.ts';
import { classCalls } from '../../sync/contract/class.ts';
import { courseCalls, courseThing } from '../../sync/contract/course.ts';
import { coursewareCalls, coursewareThing } from '../../sync/contract/courseware.ts';
import { declarationCalls, declarationThing } from '../../sync/contract/declaration.ts';
import { examPlaceCalls, examPlaceThing, examRoomCalls, examRoomThing } from '../../sync/contract/exam-place.ts';
import { exerciseCalls } from '../../sync/contract/exercise.ts';
import { formCalls } from '../../sync/contract/form.ts';
import { paperCalls } from '../../sync/contract/paper.ts';
import { taskCalls } from '../../sync/contract/task.ts';
import { exampleOf } from '../../sync/contract/thing.ts';
import { userCalls } from '../../sync/contract/user.ts';
import { shippedForms } from '../../sync/machines/shipped-forms.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';

const dayMs = 86_400_000;

/** Ids of a school in the middle of a term, with data for every page. The paths of the pictures use these names. */
export interface SchoolLife {
  readonly homework: number;
  readonly course: number;
  readonly article: number;
  readonly project: number;
  readonly form: number;
  readonly room: number;
}

export async function schoolLife(origin: string): Promise<SchoolLife> {
  const [teacher, school, enroll] = await Promise.all(['teacher', 'school', 'enrolladmin'].map((name) => ApiClient.signIn(origin, name)));
  if (!teacher || !school || !enroll) throw new Error('nobody is signed in');
  const made = async <C extends Call>(api: ApiClient, call: C, input: object): Promise<CallOutput<C>> => {
    const { code, msg, data } = await api.send(call.path, input);
    if (code !== 0) throw new Error(`${call.path}: ${code} ${msg} ${JSON.stringify(data)}`);
    return call.output.parse(data) as CallOutput<C>;
  };
  const nowMs = Date.now();
  const { items: people } = await made(teacher, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const userIds = people.filter((one) => one.login_name === 'student').map((one) => one.id);

  const setOf = async (kind: 'homework' | 'test', name: string, category: string, more: object) => {
    const sections = [{ title: '一、单选题', type: 1, count: 5, pointsEach: 4, categories: [category], partial: false }];
    const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 12 };
    const paper = await made(teacher, paperCalls.draw, await made(teacher, paperCalls.add, { name: `${name}卷`, kind, sections, rules }));
    const times = { startMs: nowMs - 60_000, dueMs: nowMs + 3 * dayMs, notice: '独立完成，可以查书。', classIds: [], userIds };
    const late =
      kind === 'homework'
        ? { lateRule: 'shareOff', lateMs: 2 * dayMs, latePercent: 80 }
        : { lateRule: 'refused', lateMs: 0, latePercent: 100 };
    return made(teacher, taskCalls.add, { name, paperId: paper.id, ...times, ...late, ...more });
  };
  const homework = await setOf('homework', '变频器多段速 · 课后作业', '高考地理', { analysisRule: 'afterFinish' });
  await setOf('homework', '安全用电复习', '高考物理', { analysisRule: 'afterFinish' });
  await setOf('test', '电工四级 · 第一次模拟', '高考地理', { analysisRule: 'afterHandIn', tries: 3, minutes: 40 });
  for (const category of ['高考地理', '高考物理']) await made(teacher, exerciseCalls.setOpen, { category, open: true });

  const article = await made(teacher, infoCalls.add, {
    ...exampleOf(articleThing),
    body: '<p>带好身份证和准考证，提前半小时到场。</p><p>手机交到监考处。</p>',
  });
  await made(teacher, infoCalls.setStatus, { ...article, event: 'publish' });

  const items: number[] = [];
  for (const title of ['接触器的结构', '自锁与互锁', '星—三角降压起动'])
    items.push((await made(teacher, coursewareCalls.add, { ...exampleOf(coursewareThing), title })).id);
  const { items: classes } = await made(school, classCalls.getList, { pageSize: 50 });
  const sections = [
    { sid: 1, depth: 1, title: '第一章 低压电器', items: items.slice(0, 1) },
    { sid: 2, depth: 1, title: '第二章 基本控制线路', items: items.slice(1) },
  ];
  const theirs = classes.map((one) => ({ classId: one.id, fromMs: null, toMs: null }));
  const course = await made(teacher, courseCalls.add, { ...exampleOf(courseThing), sections, classes: theirs });
  await made(teacher, courseCalls.setStatus, { ...course, event: 'publish' });

  const [shipped] = shippedForms;
  const form = await made(school, formCalls.add, { name: shipped?.words[0] ?? '', note: '', design: shipped?.design ?? [] });
  await made(school, formCalls.enact, form);
  const { professions } = await made(enroll, batchCalls.getChoices, {});
  const profession = professions.find((one) => one.name.includes('电工')) ?? professions[0];
  const offer = {
    formId: form.id,
    professionId: profession?.id,
    level: profession?.levels[0],
    opensMs: nowMs - 3_600_000,
    closesMs: nowMs + 10 * dayMs,
  };
  const batch = await made(enroll, batchCalls.add, { ...exampleOf(batchThing), ...offer, name: '2026 年 12 月 电工四级' });
  await made(enroll, batchCalls.setStatus, { ...batch, status: 1 });
  const project = await made(school, declarationCalls.add, {
    ...exampleOf(declarationThing),
    ...offer,
    classIds: [],
    name: '2026 冬季 电工四级申报',
  });
  await made(school, declarationCalls.setStatus, { ...project, status: 1 });

  const place = await made(teacher, examPlaceCalls.add, exampleOf(examPlaceThing));
  const room = await made(teacher, examRoomCalls.add, { ...exampleOf(examRoomThing), placeId: place.id });
  return { homework: homework.id, course: course.id, article: article.id, project: project.id, form: form.id, room: room.id };
}
