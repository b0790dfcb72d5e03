import { expect } from '@playwright/test';
import { articleResource, infoCalls } from '../../../sync/contract/learning/article.ts';
import { courseCalls, courseResource } from '../../../sync/contract/learning/course.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { makeUncheckedCall } from '../rig/api-client.ts';
import { writeFilm } from '../rig/film.ts';
import { test } from '../rig/test.ts';
import { createLearningClass } from './learning-class.ts';
import { openAsStaff, signInToDemo } from './sign-in.ts';

test('a film is uploaded, added to a course, downloaded, watched offline, and counted after reconnecting @journey', async ({
  page,
  openPage,
  server,
}, info) => {
  const origin = server.origin;
  await openAsStaff(page, origin, 'teacher', '/teacher/course/courseware');
  const film = info.outputPath('星三角.webm');
  await writeFilm(page, film, 8);

  await page.getByRole('button', { name: '新建课件', exact: true }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('课件名称').fill('星三角降压起动');
  await sheet.locator('input[type=file]').first().setInputFiles(film);
  await expect(page.getByText('星三角.webm 已上传')).toBeAttached();
  await sheet.getByRole('button', { name: '保存', exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByText('星三角降压起动')).toBeVisible();

  const { teacher, classId } = await createLearningClass(origin);
  const draft = { ...createExampleDraft(courseResource), title: '低压电器', classes: [{ classId, fromMs: null, toMs: null }] };
  const course = await makeUncheckedCall(teacher, courseCalls.add, draft);
  const article = await makeUncheckedCall(teacher, infoCalls.add, {
    ...createExampleDraft(articleResource),
    title: '考前须知',
    pinned: true,
  });
  await makeUncheckedCall(teacher, infoCalls.setStatus, { ...article, event: 'publish' });

  await page.goto(`${origin}/teacher/course/assets/form/${course.id}`);
  await page.getByRole('button', { name: '章节', exact: true }).first().click();
  await page.getByLabel('第 1 节标题').fill('起动控制');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('link', { name: '选课件' }).click();
  await page.getByRole('button', { name: '加入 星三角降压起动' }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('button', { name: '发布', exact: true })).toBeEnabled();
  // Presses Enter, because a click at the same place as the one before would count as half of a double click.
  await page.getByRole('button', { name: '发布', exact: true }).press('Enter');
  await expect(page.getByText('已发布').first()).toBeVisible();

  const student = await openPage({ serviceWorkers: 'allow' });
  await signInToDemo(student, origin, 'student');
  await student.getByRole('link', { name: /考前须知/ }).click();
  await expect(student.getByText('带好证件。')).toBeVisible();
  await student.goto(`${origin}/student/learn/index`);
  await student.getByRole('link', { name: /低压电器/ }).click();
  await student.getByRole('button', { name: /^带走整门课/ }).click();
  await expect(student.getByText('已经在这台设备上，没有网络也能学')).toBeVisible();
  await student.getByRole('link', { name: '开始学习' }).click();
  await expect(student.locator('video')).toBeVisible();
  await student.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await student.context().setOffline(true);
  await student.reload();
  await expect(student.getByText('现在没有网络，这里是这台设备上保存的内容。')).toBeVisible();
  await expect(student.getByText('从这台设备播放')).toBeVisible();
  const played = await student.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
    await new Promise<void>((resolve) => {
      video.ontimeupdate = () => video.currentTime >= 3 && resolve();
    });
    video.pause();
    return video.currentTime * 1000;
  });
  await expect(student.getByText('学习记录待送达')).toBeVisible();
  // The article can be read again without a network.
  await student.goto(`${origin}/info/item/${article.id}`);
  await expect(student.getByText('带好证件。')).toBeVisible();

  await student.context().setOffline(false);
  await student.goto(`${origin}/student/learn/item/${course.id}`);
  const learnedMs = async () => (await makeUncheckedCall(teacher, courseCalls.getFigures, { id: course.id })).people[0]?.learnedMs ?? 0;
  await expect.poll(learnedMs).toBeGreaterThan(0);
  // The learning time that the server has recorded differs by less than a second from the time for which the video played.
  await expect.poll(async () => Math.abs((await learnedMs()) - played)).toBeLessThan(1_000);
});
