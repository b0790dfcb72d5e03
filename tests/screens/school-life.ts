import { articleResource, infoCalls } from '../../sync/contract/learning/article.ts';
import { batchCalls, enrolmentBatchResource } from '../../sync/contract/applications/batch.ts';
import type { ApiCall, CallOutput } from '../../sync/contract/call.ts';
import { classCalls } from '../../sync/contract/people/class.ts';
import { courseCalls, courseResource } from '../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../sync/contract/learning/courseware.ts';
import { declarationCalls, declarationResource } from '../../sync/contract/applications/declaration.ts';
import { examPlaceCalls, examPlaceResource, examRoomCalls, examRoomResource } from '../../sync/contract/exams/exam-place.ts';
import { exerciseCalls } from '../../sync/contract/learning/exercise.ts';
import { formCalls } from '../../sync/contract/applications/form.ts';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../sync/contract/papers/paper.ts';
import { assignmentCalls } from '../../sync/contract/learning/assignment.ts';
import { webhookCalls, webhookResource } from '../../sync/contract/platform/webhook.ts';
import { createExampleDraft } from '../../sync/contract/resource.ts';
import { userCalls } from '../../sync/contract/people/user.ts';
import { shippedForms } from '../../sync/domain/applications/shipped-forms.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Ids in a school in the middle of a term. Addresses in `screen-list.ts` contain these names in braces in place of the ids. */
export interface SchoolLife {
  readonly homework: number;
  readonly course: number;
  readonly article: number;
  readonly project: number;
  readonly form: number;
  readonly room: number;
  /** Id of an exam plan whose practical part has its draw of stations and task sheets, not yet published. */
  readonly practical: number;
}

export async function runSchoolLife(origin: string): Promise<SchoolLife> {
  const [teacher, school, enroll] = await Promise.all(['teacher', 'school', 'enrolladmin'].map((name) => ApiClient.signIn(origin, name)));
  if (!teacher || !school || !enroll) throw new Error('nobody is signed in');
  const made = async <C extends ApiCall>(api: ApiClient, call: C, input: object): Promise<CallOutput<C>> => {
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
    return made(teacher, assignmentCalls.add, { name, paperId: paper.id, ...times, ...late, ...more });
  };
  const homework = await setOf('homework', '变频器多段速 · 课后作业', '变频与传动', { analysisRule: 'afterFinish' });
  await setOf('homework', '安全用电复习', '测量与安全', { analysisRule: 'afterFinish' });
  await setOf('test', '电工四级 · 第一次模拟', '电工基础', { analysisRule: 'afterHandIn', tries: 3, minutes: 40 });
  for (const category of ['职业道德与守则', '测量与安全']) await made(teacher, exerciseCalls.setOpen, { category, open: true });

  const article = await made(teacher, infoCalls.add, {
    ...createExampleDraft(articleResource),
    body: '<p>带好身份证和准考证，提前半小时到场。</p><p>手机交到监考处。</p>',
  });
  await made(teacher, infoCalls.setStatus, { ...article, event: 'publish' });

  const items: number[] = [];
  for (const title of ['接触器的结构', '自锁与互锁', '星—三角降压起动'])
    items.push((await made(teacher, coursewareCalls.add, { ...createExampleDraft(coursewareResource), title })).id);
  const { items: classes } = await made(school, classCalls.getList, { pageSize: 50 });
  const sections = [
    { sid: 1, depth: 1, title: '第一章 低压电器', items: items.slice(0, 1) },
    { sid: 2, depth: 1, title: '第二章 基本控制线路', items: items.slice(1) },
  ];
  const theirs = classes.map((one) => ({ classId: one.id, fromMs: null, toMs: null }));
  const course = await made(teacher, courseCalls.add, { ...createExampleDraft(courseResource), sections, classes: theirs });
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
  const batch = await made(enroll, batchCalls.add, {
    ...createExampleDraft(enrolmentBatchResource),
    ...offer,
    name: '2026 年 12 月 电工四级',
  });
  await made(enroll, batchCalls.setStatus, { ...batch, status: 1 });
  const project = await made(school, declarationCalls.add, {
    ...createExampleDraft(declarationResource),
    ...offer,
    classIds: [],
    name: '2026 冬季 电工四级申报',
  });
  await made(school, declarationCalls.setStatus, { ...project, status: 1 });

  const place = await made(teacher, examPlaceCalls.add, createExampleDraft(examPlaceResource));
  const room = await made(teacher, examRoomCalls.add, { ...createExampleDraft(examRoomResource), placeId: place.id });
  const practical = await drawPractical(teacher, room.id);
  await (
    await ApiClient.signIn(origin, 'invigilator')
  ).call(examCalls.reportSupervision, {
    planId: practical,
    seen: 0,
    report: {
      conclusion: 'minor',
      observed: '考场布置、人员到岗符合要求，考务组织规范。\n3 号工位的急停按钮标识不清，已现场更换。',
      advice: '开考前一天逐个工位核对安全标识，并留下检查记录。',
    },
  });
  await addWebhooks(school);
  return { homework: homework.id, course: course.id, article: article.id, project: project.id, form: form.id, room: room.id, practical };
}

/** Creates a practical part of ten examinees for tomorrow, draws its stations and task sheets, and appoints a supervisor. Returns the plan's id. */
async function drawPractical(teacher: ApiClient, roomId: number): Promise<number> {
  const sections = [{ title: '操作技能', type: 6 as const, count: 1, pointsEach: 100, partial: false, categories: ['低压电器与控制'] }];
  const rules = { layout: 'one' as const, shuffleQuestions: false, shuffleOptions: false, passPoints: 60 };
  const draft = await teacher.call(paperCalls.add, { name: '电工四级操作技能卷', sections, rules });
  const paper = await teacher.call(paperCalls.draw, draft);
  const { items } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const startMs = Date.now() - (Date.now() % dayMs) + dayMs + 60 * minuteMs;
  const plan = await teacher.call(examCalls.add, {
    name: '电工四级操作技能考核',
    part: 'practical',
    paperId: paper.id,
    startMs,
    durationMs: 180 * minuteMs,
    entryLimitMs: 30 * minuteMs,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: items.slice(0, 10).map((person) => person.id),
    roomIds: [roomId],
  });
  const { version } = await teacher.call(examCalls.arrange, { ...plan, anew: true, fill: 'even', seed: 1 });
  await teacher.call(examCalls.publish, { id: plan.id, version });
  const setup = {
    mode: 'single' as const,
    stations: ['1 号工位', '2 号工位', '3 号工位', '4 号工位'],
    sheets: ['任务书 A', '任务书 B', '任务书 C'],
    firstRoundAfterMinutes: 0,
    roundMinutes: 45,
    changeMinutes: 15,
  };
  const { items: invigilators } = await teacher.call(examCalls.getStaffOptions, { duty: 'invigilator' });
  const supervisor = invigilators.find((person) => person.loginName === 'invigilator');
  await teacher.call(examCalls.setSupervisor, { planId: plan.id, userId: supervisor?.id ?? 0, on: true });
  const handling = {
    handedOut: 10,
    handedOutBy: '孙晓燕',
    handedOutMs: Date.now() - 220 * minuteMs,
    returned: 9,
    returnedBy: '钱进',
    returnedMs: Date.now() - 20 * minuteMs,
    sealedBy: '孙晓燕',
    sealedMs: Date.now() - 5 * minuteMs,
    remark: '1 份缺考，试卷作废留存',
  };
  await teacher.call(examCalls.setPaperRegister, { planId: plan.id, roomId, seen: 0, handling });
  await teacher.call(examCalls.drawStations, { id: plan.id, seen: 0, setup, reason: '' });
  return plan.id;
}

/** Adds a webhook for events, and one that sends text messages and has no secret yet. */
async function addWebhooks(school: ApiClient): Promise<void> {
  const { id } = await school.call(webhookCalls.add, createExampleDraft(webhookResource));
  await school.call(webhookCalls.newSecret, { id });
  await school.call(webhookCalls.add, {
    ...createExampleDraft(webhookResource),
    name: '短信网关',
    address: 'https://sms.school.example/send',
    events: ['scoresReleased'],
    message: '{"to": "{{phone}}", "text": "{{name}}，{{planName}}的成绩已公布，请登录查看。"}',
  });
}
