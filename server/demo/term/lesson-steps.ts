import { randomUUID } from 'node:crypto';
import { articleResource, infoCalls } from '../../../sync/contract/learning/article.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { courseCalls, courseResource } from '../../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { learnCalls } from '../../../sync/contract/learning/learn.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { classCalls } from '../../../sync/contract/people/class.ts';
import { sectionType } from '../../../sync/contract/codes.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { readArticles, readMedia } from '../demo-data.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { listClassmates } from './student-step.ts';
import type { DemoClient } from './demo-client.ts';
import type { DemoStage } from './demo-stage.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Publishes each article on its day in the past. */
export async function addArticles(stage: DemoStage): Promise<void> {
  const nowMs = stage.now().nowMs;
  for (const { daysAgo, ...fields } of readArticles().toSorted((a, b) => b.daysAgo - a.daysAgo))
    await stage.at(nowMs - daysAgo * dayMs).as('teacher', async (teacher) => {
      const article = await teacher.call(infoCalls.add, { ...createBlankDraft(articleResource), ...fields });
      await teacher.call(infoCalls.setStatus, { ...article, event: 'publish' });
    });
}

/** Opens categories for practice, in which some examinees have practised for a week. */
export async function openPractice(stage: DemoStage): Promise<void> {
  const nowMs = stage.now().nowMs;
  await stage.now().as('teacher', async (teacher) => {
    for (const category of ['测量与安全', '职业道德与守则', '电子技术', '供电与照明'])
      await teacher.call(exerciseCalls.setOpen, { category, open: true });
  });
  for (const [at, login] of ['student', ...listClassmates().slice(0, 6)].entries())
    await stage.now().as(login, async (learner) => {
      const random = createSeededRandom(at + 1);
      const { questions } = await learner.call(exerciseCalls.getPack, {});
      const answers = questions.slice(0, 40 - at * 4).map(({ id }, nth) => ({
        id: randomUUID(),
        questionId: id,
        answeredMs: nowMs - Math.round((6 - nth / 8) * dayMs),
        correct: random() < 0.75,
      }));
      await learner.call(exerciseCalls.record, { answers });
    });
}

/** Adds the lessons of the demo's course and returns their ids in order. */
async function addLessons(teacher: DemoClient): Promise<number[]> {
  const blank = { ...createBlankDraft(coursewareResource), category: '低压电器' };
  const film = await teacher.upload(readMedia('star-delta-start.webm'), '星—三角降压起动.webm');
  const handout = await teacher.upload(readMedia('interlock-handout.pdf'), '自锁与互锁讲义.pdf');
  const fileOf = ({ url, name, sizeBytes }: typeof film) => [{ url, name, sizeBytes }];
  const body = '<p>接触器由电磁系统、触点系统和灭弧装置组成。线圈通电后衔铁吸合，主触点接通主电路，辅助触点用于自锁和互锁。</p>';
  const lessons = [
    { ...blank, title: '接触器的结构与选用', kind: 'article' as const, body },
    { ...blank, title: '自锁与互锁讲义', kind: 'pdf' as const, files: fileOf(handout), pages: 2 },
    { ...blank, title: '星—三角降压起动过程', kind: 'video' as const, files: fileOf(film), durationMs: 24_000 },
  ];
  const ids: number[] = [];
  for (const lesson of lessons) ids.push((await teacher.call(coursewareCalls.add, lesson)).id);
  return ids;
}

/** Publishes a course with a film, a handout and an article to both classes; the student has begun it. */
export async function addCourse(stage: DemoStage): Promise<void> {
  const moment = stage.now();
  const courseId = await moment.as('teacher', async (teacher) => {
    const [article = 0, handout = 0, film = 0] = await addLessons(teacher);
    const { items } = await teacher.call(classCalls.getList, { pageSize: 50 });
    const sections = [
      { sid: 1, depth: 1 as const, title: '第一章 低压电器', items: [article] },
      { sid: 2, depth: 1 as const, title: '第二章 基本控制线路', items: [handout, film] },
    ];
    const fields = { title: '低压电器与继电控制', category: '电工', summary: '从接触器到星—三角降压起动。', hourMinutes: 45 };
    const classes = items.map(({ id }) => ({ classId: id, fromMs: null, toMs: null }));
    const course = await teacher.call(courseCalls.add, { ...createBlankDraft(courseResource), ...fields, sections, classes });
    await teacher.call(courseCalls.setStatus, { ...course, event: 'publish' });
    return course.id;
  });
  const { nowMs } = moment;
  for (const [login, lessonCount] of [
    ['student', 2],
    ['examinee', 1],
    ['student02', 3],
    ['student03', 3],
    ['student04', 1],
  ] as const)
    await moment.as(login, async (learner) => {
      const course = await learner.call(learnCalls.getById, { id: courseId });
      const lessons = course.sections.flatMap(({ items }) => items).slice(0, lessonCount);
      const marks = lessons.map(({ id, length }, at) => {
        const fromMs = nowMs - (at + 1) * 20 * minuteMs;
        const spans: [number, number][] = [[0, Math.max(1, length)]];
        return { markId: randomUUID(), coursewareId: id, fromMs, toMs: fromMs + 6 * minuteMs, spans, position: Math.max(1, length) };
      });
      await learner.call(learnCalls.record, { courseId, marks });
    });
}

const photographed = ['student', ...listClassmates().slice(0, 7)];
const drawing = '<p>画出具有双重互锁的三相异步电动机正反转控制线路，标出线号，并写出动作过程。拍照上交。</p>';
const giveBackReason = 'KM2 支路缺少互锁触点，请补画后重新上交。';

/** Sets homework that is described in words and handed in as photos. The teacher has finished marking one hand-in and given two back. */
export async function addPhotoHomework(stage: DemoStage): Promise<void> {
  const nowMs = stage.now().nowMs;
  const planId = await stage.at(nowMs - 4 * dayMs).as('teacher', async (teacher) => {
    const { items } = await teacher.call(classCalls.getList, { pageSize: 50, sort: 'name' });
    const words = { html: drawing, points: 20, files: 3 };
    const times = {
      startMs: nowMs - 4 * dayMs,
      dueMs: nowMs + 3 * dayMs,
      lateRule: 'shareOff' as const,
      lateMs: 2 * dayMs,
      latePercent: 80,
    };
    const rules = { analysisRule: 'afterFinish' as const, notice: '独立完成，可以查书。', userIds: [] };
    const classIds = items.map(({ id }) => id);
    return (
      await teacher.call(assignmentCalls.add, { name: '正反转控制线路图（拍照上交）', paperId: null, words, ...times, ...rules, classIds })
    ).id;
  });
  for (const [at, login] of photographed.entries())
    await stage.at(nowMs - (60 - at * 5) * 60 * minuteMs).atPc(login, planId, async (device) => {
      const name = at < 2 ? 'homework-diagram-flawed' : 'homework-diagram';
      await device.attach('1', { name: '控制线路图.jpg', bytes: readMedia(`${name}.jpg`) });
      if (at % 2 === 0) await device.attach('1', { name: '动作过程.jpg', bytes: readMedia('homework-notes.jpg') });
      await device.session.setAnswer('1', ['见照片。先停电、验电，再接线。']);
      await device.session.handIn('examinee', 30 * minuteMs);
    });
  await stage.now().as('teacher', async (teacher) => {
    const { students } = await teacher.call(assignmentCalls.getById, { id: planId });
    const handedIn = students.filter((one) => one.handedInMs !== null);
    for (const [at, { userId }] of handedIn.entries()) {
      const work = await teacher.call(assignmentCalls.getWork, { planId, userId });
      const { answersVersion } = work;
      // The drawings of the first two students lack a part, so the teacher gives their homework back.
      if (at < 2)
        await teacher.call(assignmentCalls.giveBack, {
          planId,
          userId,
          answersVersion,
          reason: giveBackReason,
          untilMs: nowMs + 3 * dayMs,
        });
      if (at !== 2) continue;
      const items = [{ itemId: '1', points: 18, comment: '线路正确，线号标注完整。' }];
      await teacher.call(assignmentCalls.mark, { planId, userId, answersVersion, items });
      await teacher.call(assignmentCalls.finish, { planId, userIds: [userId] });
    }
  });
}

/** Sets a homework and a mock test with papers, which students have not begun. */
export async function addPaperWork(stage: DemoStage): Promise<void> {
  const moment = stage.now();
  await moment.as('teacher', async (teacher) => {
    const { items } = await teacher.call(classCalls.getList, { pageSize: 50, sort: 'name' });
    const classIds = items.map(({ id }) => id);
    for (const [kind, name, category] of [
      ['homework', '变频器多段速 · 课后作业', '变频与传动'],
      ['test', '电工四级 · 模拟测试', '电机与变压器'],
    ] as const) {
      const sections = [
        { title: '一、单选题', type: sectionType.single, count: 8, pointsEach: 2.5, categories: [category], partial: false },
      ];
      const rules = { layout: 'one' as const, shuffleQuestions: false, shuffleOptions: false, passPoints: 12 };
      const paper = await teacher.call(paperCalls.add, { name: `${name}卷`, kind, sections, rules });
      await teacher.call(paperCalls.draw, { ...paper, seed: 5 });
      const times = { startMs: moment.nowMs - 60 * minuteMs, dueMs: moment.nowMs + 5 * dayMs, notice: '', classIds, userIds: [] };
      const kindRules =
        kind === 'homework'
          ? { lateRule: 'shareOff' as const, lateMs: dayMs, latePercent: 80, analysisRule: 'afterFinish' as const }
          : { lateRule: 'refused' as const, lateMs: 0, analysisRule: 'afterHandIn' as const, tries: 3, minutes: 40 };
      await teacher.call(assignmentCalls.add, { name, paperId: paper.id, ...times, ...kindRules });
    }
  });
}
