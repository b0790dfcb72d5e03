import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { articleResource, infoCalls } from '../../../sync/contract/learning/article.ts';
import { questionStatus, sectionType } from '../../../sync/contract/codes.ts';
import { courseCalls, courseResource } from '../../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { learnCalls } from '../../../sync/contract/learning/learn.ts';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { createBlankDraft, createExampleDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { validPersonDraft } from '../../contract/fixtures/resource-drafts.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { createPlainPdf } from '../rig/plain-pdf.ts';
import { test } from '../rig/test.ts';
import { addFilm, createLearningClass } from './learning-class.ts';
import { findPageFaults } from './page-faults.ts';
import { signInToDemo } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

/** Folder for pictures of these pages, for example `WENKAO_PICTURES=docs/screens`. */
const pictures = process.env['WENKAO_PICTURES'];
const widths = [1366, 768, 375] as const;
const filmSeconds = 60;
/** Positions at which the learners stop in the film, in milliseconds; two are close together. */
const stops = [12_000, 24_200, 24_900, 48_000];
const captions = 'WEBVTT\n\n00:00.000 --> 00:10.000\nKM1 与 KM2 不能同时吸合\n\n00:10.000 --> 00:50.000\n先断开星形接触器';

/** Publishes a typical course with learners at different positions. */
async function courseOf(origin: string, page: Page, nth = 1) {
  const { admin, teacher, classId, studentId } = await createLearningClass(origin, `电工 230${nth} 班`);
  const learners: ApiClient[] = [await ApiClient.signIn(origin, 'student')];
  for (const [at, name] of ['何家豪', '黄诗雅', '李建国'].entries()) {
    const { id } = await makeUncheckedCall(admin, userCalls.add, {
      ...validPersonDraft,
      name,
      login_name: `learner${nth}${at}`,
      user_type: 7,
      class_id: classId,
    });
    const { passwords } = await makeUncheckedCall(admin, userCalls.resetPassword, { ids: [id] });
    const given = passwords[0]?.password ?? '';
    const own = await ApiClient.signIn(origin, `learner${nth}${at}`, given);
    await makeUncheckedCall(own, userCalls.changePassword, { old_password: given, new_password: 'Xuexi-2026-yuan' });
    learners.push(own);
  }
  const blank = createBlankDraft(coursewareResource);
  const film = await addFilm(page, origin, teacher, {
    title: '星—三角降压起动',
    seconds: filmSeconds,
    fileName: '星三角.webm',
    more: { category: '低压电器', captions },
  });
  const upload = await teacher.upload(
    createPlainPdf(6, (at) => `Rule ${at}`),
    '接线规程.pdf',
  );
  const pdf = await makeUncheckedCall(teacher, coursewareCalls.add, {
    ...blank,
    title: '接线规程',
    kind: 'pdf',
    files: [upload],
    pages: 6,
  });
  const slides = await makeUncheckedCall(teacher, coursewareCalls.add, {
    ...blank,
    title: '接触器的结构',
    kind: 'slides',
    files: [upload],
    pages: 6,
  });
  const bank = await makeUncheckedCall(teacher, questionCalls.getList, {
    pageSize: 5,
    filter: { bank: 'school', status: questionStatus.inUse, type: sectionType.single },
  });
  const quiz = await makeUncheckedCall(teacher, coursewareCalls.add, {
    ...blank,
    title: '课后测验',
    kind: 'quiz',
    questionIds: bank.items.map((item) => item.id),
  });
  const draft = {
    ...createBlankDraft(courseResource),
    title: '低压电器与继电控制',
    category: '电工',
    summary: '从接触器到星三角。',
    sections: [
      { sid: 1, depth: 1 as const, title: '第一章 低压电器', items: [slides.id, pdf.id] },
      { sid: 2, depth: 1 as const, title: '第二章 起动控制', items: [film.id, quiz.id] },
    ],
    classes: [{ classId: classId, fromMs: null, toMs: Date.now() + 2 * 24 * 3_600_000 }],
  };
  const course = await makeUncheckedCall(teacher, courseCalls.add, draft);
  await makeUncheckedCall(teacher, courseCalls.setStatus, { ...course, event: 'publish' });
  for (const [at, learner] of learners.entries()) {
    const toMs = Date.now();
    const position = stops[at] ?? 0;
    const mark = { coursewareId: film.id, fromMs: toMs - 60_000, toMs, spans: [[0, position]], position };
    const answers = bank.items.slice(0, at).map(({ id }, nr) => ({ questionId: id, correct: (nr + at) % 3 > 0 }));
    const quizMark = { ...mark, coursewareId: quiz.id, spans: [[0, answers.length]], position: answers.length, answers };
    const marks = (at === 0 ? [mark] : [mark, quizMark]).map((one) => ({ ...one, markId: crypto.randomUUID() }));
    await makeUncheckedCall(learner, learnCalls.record, { courseId: course.id, marks });
  }
  const body =
    '<p>理论考试 12 月 5 日上午 9:00 开始，请提前半小时到场。</p><ul><li>身份证和准考证</li><li>黑色签字笔</li></ul><p>实操考试的工具由考场提供，绝缘鞋自备。</p>';
  const article = await makeUncheckedCall(teacher, infoCalls.add, {
    ...createExampleDraft(articleResource),
    title: '电工四级考前须知',
    pinned: true,
    body,
  });
  return { course, film, pdf, quiz, article, teacher, learnerId: studentId };
}

/** Lists serious accessibility faults, and content wider than the screen. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...(await findPageFaults(page, name)), ...(wide > 0 ? [`${name}: ${wide} px too wide`] : [])];
}

test('the pages of courses and learning keep nobody out, on a phone, a tablet and a PC, captions and all', async ({
  page,
  openPage,
  server,
}) => {
  const { course, film, pdf, quiz, article, teacher, learnerId } = await courseOf(server.origin, page);
  const look = async (of: Page, name: string, path: string, there: (at: Page) => Promise<unknown>): Promise<string[]> => {
    const faults: string[] = [];
    for (const width of widths) {
      await of.setViewportSize({ width, height: width === 375 ? 812 : width === 768 ? 1024 : 768 });
      await of.goto(`${server.origin}${path}`);
      await there(of);
      faults.push(...(await faultsOf(of, `${name} ${width}`)));
      if (pictures !== undefined) await of.screenshot({ path: join(pictures, `${name}-${width}.png`), fullPage: width !== 1366 });
    }
    return faults;
  };
  await signInToDemo(page, server.origin, 'teacher');
  const faults = [
    ...(await look(page, 'course-editor', `/teacher/course/assets/form/${course.id}`, (at) => at.getByText('课后测验').waitFor())),
    ...(await look(page, 'course-stats', `/teacher/course/figures/${course.id}?lesson=${film.id}`, (at) =>
      at.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2),
    )),
    ...(await look(page, 'course-figures', `/teacher/course/figures/${course.id}?learner=${learnerId}`, (at) =>
      at.getByText('接线规程').nth(1).waitFor(),
    )),
    ...(await look(page, 'course-quiz-stats', `/teacher/course/figures/${course.id}?lesson=${quiz.id}`, (at) =>
      at.getByText('按题').waitFor(),
    )),
    ...(await look(page, 'article-edit', `/teacher/info/assets/create/${article.id}`, (at) => at.getByText('绝缘鞋自备').waitFor())),
    ...(await look(page, 'article-list', '/teacher/info/index', (at) => at.getByText('电工四级考前须知').first().waitFor())),
    ...(await look(page, 'courseware-library', '/teacher/course/courseware', (at) => at.getByText('课后测验').first().waitFor())),
  ];
  await makeUncheckedCall(teacher, infoCalls.setStatus, { ...article, event: 'publish' });
  const student = await openPage();
  await signInToDemo(student, server.origin, 'student');
  const lesson = (id: number, sid: number): string => `/student/learn/item/${course.id}/${sid}/${id}`;
  const ready = async (at: Page): Promise<void> => {
    await at.locator('video').waitFor();
    await at.waitForFunction(() => {
      const video = document.querySelector('video');
      const [track] = video?.textTracks ?? [];
      return video !== null && video.readyState >= 2 && track?.mode === 'showing' && (track.cues?.length ?? 0) === 2;
    });
  };
  faults.push(
    ...(await look(student, 'learn-list', '/student/learn/index', (at) => at.getByText('低压电器与继电控制').waitFor())),
    ...(await look(student, 'article', `/info/item/${article.id}`, (at) => at.getByText('绝缘鞋自备').waitFor())),
    ...(await look(student, 'learn-outline', `/student/learn/item/${course.id}`, (at) => at.getByText('课后测验').waitFor())),
    ...(await look(student, 'learn-film', lesson(film.id, 2), ready)),
    ...(await look(student, 'learn-pdf', lesson(pdf.id, 1), (at) => at.getByText(/^读过 \d 页/).waitFor())),
    ...(await look(student, 'learn-quiz', lesson(quiz.id, 2), (at) => at.getByText(/第 1 \/ \d 题|现在都不能做/).waitFor())),
  );
  expect(faults).toEqual([]);

  // Adds a note at the current time by keyboard alone; the note's time leads back to it.
  await student.setViewportSize({ width: 1366, height: 768 });
  await student.goto(`${server.origin}${lesson(film.id, 2)}`);
  await ready(student);
  await student.locator('video').evaluate((video: HTMLVideoElement) => void (video.currentTime = 31));
  await student.getByLabel('写笔记').focus();
  await student.keyboard.type('先断星形，再合三角形');
  await student.keyboard.press('Tab');
  await student.keyboard.press('Enter');
  await expect(student.getByRole('button', { name: '0:31' })).toBeVisible();
  await student.reload();
  await ready(student);
  await student.getByRole('button', { name: '0:31' }).click();
  await expect.poll(() => student.locator('video').evaluate((video: HTMLVideoElement) => Math.round(video.currentTime))).toBe(31);
  // The search finds a word on its page of the PDF.
  await student.goto(`${server.origin}${lesson(pdf.id, 1)}`);
  await student.getByPlaceholder('在文档里查找').fill('Rule 4');
  await expect(student.getByText('第 1 / 1 处')).toBeVisible();
  await expect(student.getByText('第 4 / 6 页')).toBeVisible();
});
