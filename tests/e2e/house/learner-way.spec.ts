import { expect, type Page } from '@playwright/test';
import { questionStatus, sectionType } from '../../../sync/contract/codes.ts';
import { courseCalls } from '../../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { learnCalls } from '../../../sync/contract/learning/learn.ts';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { sumSpanLengths } from '../../../sync/domain/learning/learned-spans.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { createPlainPdf } from '../rig/plain-pdf.ts';
import { SeenFrames } from '../rig/seen-frames.ts';
import { test } from '../rig/test.ts';
import { addFilm, createLearningClass, publishCourse } from './learning-class.ts';
import { fillSignIn, signInToDemo } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const filmSeconds = 40;
const pages = 3;

/** Publishes a course of a film, a PDF and a quiz for the class of the demo's student. */
async function courseOf(origin: string, page: Page) {
  const { teacher, classId, studentId } = await createLearningClass(origin);
  const blank = createBlankDraft(coursewareResource);
  const film = await addFilm(page, origin, teacher, { title: '电动机起动', seconds: filmSeconds });
  const pdf = await makeUncheckedCall(teacher, coursewareCalls.add, {
    ...blank,
    title: '接线规程',
    kind: 'pdf',
    files: [
      await teacher.upload(
        createPlainPdf(pages, (at) => `Page ${at}`),
        'rules.pdf',
      ),
    ],
    pages,
  });
  const bank = await makeUncheckedCall(teacher, questionCalls.getList, {
    pageSize: 200,
    filter: { bank: 'school', status: questionStatus.inUse, type: sectionType.single },
  });
  const questionIds = bank.items.map((item) => item.id).slice(0, 100);
  const quiz = await makeUncheckedCall(teacher, coursewareCalls.add, { ...blank, title: '课后测验', kind: 'quiz', questionIds });
  const course = await publishCourse(teacher, classId, '低压电器', [film.id, pdf.id, quiz.id]);
  const student = await ApiClient.signIn(origin, 'student');
  const shown = await makeUncheckedCall(student, learnCalls.getById, { id: course.id });
  const asked = shown.sections[0]?.items[2]?.questions ?? [];
  // Makes a short quiz of questions that no demo exam uses.
  const kept = await makeUncheckedCall(teacher, coursewareCalls.getById, { id: quiz.id });
  await makeUncheckedCall(teacher, coursewareCalls.modify, { ...kept, questionIds: asked.slice(0, 3).map((question) => question.id) });
  return { course, film, pdf, quiz, studentId, teacher };
}

/** Plays the film from its position, or from `from`, until it reaches `until` (seconds). */
const play = (page: Page, { from, until }: { from?: number; until: number }): Promise<void> =>
  page.locator('video').evaluate(
    async (film: HTMLVideoElement, at) => {
      film.muted = true;
      if (at.from !== undefined) film.currentTime = at.from;
      await film.play();
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (film.currentTime >= at.until && !film.seeking) resolve();
          else requestAnimationFrame(look);
        };
        look();
      });
    },
    { from, until },
  );
const pause = (page: Page): Promise<void> => page.locator('video').evaluate((film: HTMLVideoElement) => film.pause());

test('lessons done offline on two PCs, of which one is killed, are counted to the second', async ({ page, server, addDevice }) => {
  const { course, film, pdf, quiz, studentId, teacher } = await courseOf(server.origin, page);
  const [first, second] = [addDevice(), addDevice()];
  const seen = new SeenFrames();
  const lesson = (id: number): string => `${server.origin}/student/learn/item/${course.id}/1/${id}`;

  let pc = await first.boot();
  await seen.watch(pc.context());
  await signInToDemo(pc, server.origin, 'student');
  await pc.goto(`${server.origin}/student/learn/item/${course.id}`);
  await pc.getByRole('button', { name: /^带走整门课/ }).click();
  await expect(pc.getByText('已经在这台设备上，没有网络也能学')).toBeVisible();
  await pc.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await pc.context().setOffline(true);

  await pc.goto(lesson(film.id));
  await expect(pc.getByText('从这台设备播放')).toBeVisible();
  await play(pc, { until: 4 });
  await pc.getByRole('combobox', { name: '速度' }).click();
  await pc.getByRole('option', { name: '2×' }).click();
  await play(pc, { from: 20, until: 26 });
  await pause(pc);
  await play(pc, { from: 2, until: 5 });
  await pc.getByRole('combobox', { name: '速度' }).click();
  await pc.getByRole('option', { name: '1×', exact: true }).click();
  await play(pc, { until: 8 });
  await first.kill();
  // Reads how far the film has played only after the kill: on a busy machine it takes a while, and the film keeps playing meanwhile.
  const stoodMs = seen.lastMs;

  pc = await first.boot();
  await seen.watch(pc.context());
  await pc.context().setOffline(true);
  // A session ends with its browser; a user who signed in here before may sign in without a network.
  await pc.goto(lesson(film.id));
  await fillSignIn(pc, 'student');
  await expect(pc.getByText('现在没有网络，这里是这台设备上保存的内容。')).toBeVisible();
  const resumed = /^已从 0:(\d\d) 接着放/;
  await expect(pc.getByText(resumed)).toBeVisible();
  const fromMs = Number(resumed.exec((await pc.getByText(resumed).textContent()) ?? '')?.[1]) * 1000;
  // The stored position may be half a second behind when the browser is killed, and the page shows whole seconds.
  expect(stoodMs - fromMs).toBeGreaterThan(-500);
  expect(stoodMs - fromMs).toBeLessThan(1_600);
  await play(pc, { until: stoodMs / 1000 + 2 });
  await pause(pc);

  await pc.goto(lesson(pdf.id));
  for (let at = 1; at <= pages; at += 1) {
    await expect(pc.getByText(new RegExp(`^读过 ${at} 页`))).toBeVisible();
    await pc.keyboard.press('PageDown');
  }
  await pc.getByPlaceholder('在文档里查找').fill('Page 2');
  await expect(pc.getByText('第 1 / 1 处')).toBeVisible();
  await expect(pc.getByText(`第 2 / ${pages} 页`)).toBeVisible();
  await pc.goto(lesson(quiz.id));
  for (let at = 0; at < 3; at += 1) {
    await expect(pc.getByText(`第 ${at + 1} / 3 题`)).toBeVisible();
    await pc.keyboard.press('a');
    // Presses Enter, because two clicks at one place within half a second count as a double click.
    await expect(pc.getByRole('button', { name: '看答案' })).toBeEnabled();
    await pc.keyboard.press('Enter');
    await pc.getByRole('button', { name: at === 2 ? '完成' : '下一题' }).click();
  }
  await expect(pc.getByText('测验做完了')).toBeVisible();
  // This device counts the quiz as learned, and offers the film next, which is not finished.
  await expect(pc.getByText('这一件学完了。')).toBeVisible();
  await expect(pc.getByRole('link', { name: '接着学：电动机起动' })).toBeVisible();
  await expect(pc.getByText('学习记录待送达')).toBeVisible();

  const other = await second.boot();
  await seen.watch(other.context());
  await signInToDemo(other, server.origin, 'student');
  await other.goto(lesson(film.id));
  await play(other, { from: 24, until: 30 });
  await pause(other);
  // A note stores the time of the film at which it was written; a click on that time returns there.
  await other.getByLabel('写笔记').fill('先断星形，再合三角形');
  await other.getByLabel('写笔记').press('Tab');
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: '0:30' }).click();
  await expect.poll(() => other.locator('video').evaluate((video: HTMLVideoElement) => Math.round(video.currentTime))).toBe(30);
  const told = async () => {
    const { people } = await makeUncheckedCall(teacher, courseCalls.getLessonFigures, { id: course.id, coursewareId: film.id });
    return sumSpanLengths(people.find((one) => one.id === studentId)?.spans ?? []);
  };
  await expect.poll(told).toBeGreaterThan(5_000);

  // The session began without a network, so the user must sign in again before the server accepts the learning records.
  await pc.context().setOffline(false);
  await pc.goto(`${server.origin}/student/learn/index`);
  await pc.getByRole('button', { name: '重新登录' }).click();
  await fillSignIn(pc, 'student');
  await pc.goto(`${server.origin}/student/learn/item/${course.id}`);
  await expect.poll(async () => Math.abs((await told()) - seen.ms)).toBeLessThan(1_000);
  const figures = await makeUncheckedCall(teacher, courseCalls.getFigures, { id: course.id });
  expect(figures.people.find((one) => one.id === studentId)).toMatchObject({ done: 2 });
  // All learning records have reached the server, and none counts twice.
  await expect(pc.getByText('待送达')).toHaveCount(0);
  const known = await told();
  await pc.reload();
  await expect(pc.getByText('已学 2 / 3')).toBeVisible();
  expect(await told()).toBe(known);
  console.log(`film of ${filmSeconds} s: ${seen.ms} ms were shown, ${known} ms are recorded`);
});
