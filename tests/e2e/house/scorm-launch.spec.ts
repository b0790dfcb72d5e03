import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { courseCalls } from '../../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { learnCalls } from '../../../sync/contract/learning/learn.ts';
import { defaultSettings, systemCalls } from '../../../sync/contract/platform/system.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { readStoredZip } from '../../../web/lib/files/stored-zip.ts';
import { startScormPlatform } from '../../fixtures/server/scorm-web-platform.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { openUntrustedLine } from '../rig/untrusted-line.ts';
import { createLearningClass, publishCourse } from './learning-class.ts';
import { openAsStaff } from './sign-in.ts';

interface SavedAttempt {
  readonly state: string;
  readonly saved: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}
const readLms = (page: Page) => page.evaluate(() => (window as unknown as { lms: SavedAttempt }).lms);

/** Opens the list of courses with an existing session. A second sign-in would end the learner's first session, which the test's calls use. */
async function openWithToken(page: Page, origin: string, token: string): Promise<void> {
  await page.addInitScript((own) => sessionStorage.setItem('wenkao.token', own), token);
  await page.goto(`${origin}/student/learn/index`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('a learning platform launches a course by its SCORM package, and records the progress that the learner allows', async ({
  openPage,
  server,
}) => {
  const line = await openUntrustedLine(server.port);
  const lms = await startScormPlatform();
  try {
    const { teacher, classId } = await createLearningClass(server.origin);
    const lessons: number[] = [];
    for (const title of ['互锁', '自锁']) {
      const draft = { ...createExampleDraft(coursewareResource), title };
      lessons.push((await makeUncheckedCall(teacher, coursewareCalls.add, draft)).id);
    }
    const course = await publishCourse(teacher, classId, '低压电器', lessons);
    const student = await ApiClient.signIn(server.origin, 'student');

    /**
     * Reports one lesson as learned completely, by a device that was offline. `agoMs`: how long ago the lesson ended, in milliseconds;
     * lessons must not overlap.
     */
    const learn = async (coursewareId: number | undefined, agoMs: number): Promise<void> => {
      const { sections, nowMs } = await student.call(learnCalls.getById, { id: course.id });
      const lesson = sections.flatMap(({ items }) => items).find(({ id }) => id === coursewareId);
      const length = lesson?.length ?? 0;
      const fromMs = nowMs - agoMs - length;
      const mark = { markId: randomUUID(), coursewareId, fromMs, toMs: nowMs - agoMs, spans: [[0, length]], position: length, answers: [] };
      await makeUncheckedCall(student, learnCalls.record, { courseId: course.id, marks: [mark] });
    };

    await test.step('without a public address the button says what is missing', async () => {
      const page = await openPage();
      await openAsStaff(page, server.origin, 'teacher', `/teacher/course/assets/form/${course.id}`);
      await page.getByRole('button', { name: '导出 SCORM 包' }).click();
      await expect(page.getByRole('alert')).toContainText('没有 https 公开访问地址');
      await keepPicture(page, 'scorm-export-no-address');
    });

    await test.step('with one it exports a package of three files', async () => {
      const system = await ApiClient.signIn(server.origin, 'system');
      const { version } = await system.call(systemCalls.getSettings, {});
      await makeUncheckedCall(system, systemCalls.modifySettings, { ...defaultSettings, publicAddress: line.origin, version });
      const page = await openPage();
      const known = page.waitForResponse((response) => response.url().endsWith('/system/getPublic'));
      await openAsStaff(page, server.origin, 'teacher', `/teacher/course/assets/form/${course.id}`);
      await known;
      const button = page.getByRole('button', { name: '导出 SCORM 包' });
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      const files = await readStoredZip(new Blob([readFileSync(await download.path())]));
      const texts = await Promise.all([...(files ?? [])].map(async ([path, { content }]) => [path, await content.text()] as const));
      expect(texts.map(([path]) => path)).toEqual(['imsmanifest.xml', 'launch.html', 'launch.js']);
      lms.take(new Map(texts));
    });

    const platform = await openPage({ ignoreHTTPSErrors: true });
    const frame = platform.frameLocator('iframe');
    const state = frame.getByRole('status');
    await test.step('a page without the interface says so', async () => {
      await platform.goto(`${lms.origin}/bare`);
      await expect(frame.getByRole('alert')).toContainText('没有找到学习平台的 SCORM 2004 接口');
    });

    /** Opens the window of the course from the learning platform. */
    const openCourse = async (): Promise<Page> => {
      const [opened] = await Promise.all([platform.waitForEvent('popup'), frame.getByRole('button', { name: /打开课程/ }).click()]);
      return opened;
    };
    await platform.goto(`${lms.origin}/course`);
    await test.step('a learner who cancels the sign-in is recorded with nothing', async () => {
      const opened = await openCourse();
      await expect(opened.getByRole('heading', { name: '登录', exact: true })).toBeVisible();
      await expect(state).toContainText('请在其中登录');
      await keepPicture(platform, 'scorm-launched');
      await opened.close();
      await expect(state).toContainText('课程窗口已关闭');
      expect(await readLms(platform)).toMatchObject({ saved: {}, faults: [] });
    });

    const signedIn = await platform.context().newPage();
    await openWithToken(signedIn, line.origin, student.token);
    await learn(lessons[0], 60_000);
    await test.step('a learner who declines learns without a report', async () => {
      const opened = await openCourse();
      await opened.getByRole('button', { name: '不传回' }).click();
      await expect(opened.getByRole('heading', { name: '低压电器' })).toBeVisible();
      await expect(state).toContainText('没有同意');
      expect((await readLms(platform)).saved).toEqual({});
      await opened.close();
    });

    const opened = await openCourse();
    await test.step('a learner who agrees is reported, and the platform saves it', async () => {
      await expect(opened.getByText(lms.origin)).toBeVisible();
      await keepPicture(opened, 'scorm-window');
      await opened.getByRole('button', { name: '同意并开始学习' }).click();
      await expect(opened.getByRole('heading', { name: '低压电器' })).toBeVisible();
      await expect(state).toContainText('已完成 50%');
      expect((await readLms(platform)).saved).toMatchObject({ 'cmi.progress_measure': '0.5', 'cmi.completion_status': 'incomplete' });
    });

    await test.step('while the network is lost nothing is lost', async () => {
      await platform.evaluate(() => ((window as unknown as { lms: { isDown: boolean } }).lms.isDown = true));
      await opened.getByRole('link', { name: /继续学习/ }).click();
      await expect(opened.getByRole('heading', { name: '自锁' })).toBeVisible();
      await opened.route('**/api/**', (route) => route.abort());
      await expect(opened.getByText('学习记录待送达')).toBeVisible();
      await opened.unroute('**/api/**');
      await expect(frame.getByRole('alert')).toContainText('没有保存进度');
      await platform.evaluate(() => ((window as unknown as { lms: { isDown: boolean } }).lms.isDown = false));
      await expect(state).toContainText('课程已完成', { timeout: 15_000 });
      await keepPicture(platform, 'scorm-completed');
      const { saved, faults } = await readLms(platform);
      expect(saved).toMatchObject({ 'cmi.progress_measure': '1', 'cmi.completion_status': 'completed', 'cmi.exit': 'normal' });
      expect(faults).toEqual([]);
    });

    await test.step('a second learning platform’s window of the same course is asked for on its own', async () => {
      const second = await platform.context().newPage();
      await second.goto(`${lms.origin}/course`);
      const inSecond = second.frameLocator('iframe');
      const [other] = await Promise.all([second.waitForEvent('popup'), inSecond.getByRole('button', { name: '打开课程' }).click()]);
      await other.getByRole('button', { name: '同意并开始学习' }).click();
      await expect(inSecond.getByRole('status')).toContainText('课程已完成');
      await expect(state).toContainText('课程已完成');
      await other.close();
      await second.close();
    });

    await test.step('a course that was withdrawn is not shown, and not reported', async () => {
      const { version } = await teacher.call(courseCalls.getById, { id: course.id });
      await makeUncheckedCall(teacher, courseCalls.setStatus, { id: course.id, version, event: 'withdraw' });
      const account = await openPage({ ignoreHTTPSErrors: true });
      const later = account.context();
      await openWithToken(account, line.origin, student.token);
      const launched = await later.newPage();
      await launched.goto(`${lms.origin}/course`);
      const [withdrawn] = await Promise.all([
        launched.waitForEvent('popup'),
        launched.frameLocator('iframe').getByRole('button', { name: '打开课程' }).click(),
      ]);
      await withdrawn.getByRole('button', { name: '同意并开始学习' }).click();
      await expect(withdrawn.getByRole('button', { name: '重试' })).toBeVisible();
      await expect(launched.frameLocator('iframe').getByRole('status')).toContainText('可能已撤下');
      expect((await readLms(launched)).saved).toEqual({});
    });
  } finally {
    lms.stop();
    line.close();
  }
});
