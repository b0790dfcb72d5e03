import { expect } from '@playwright/test';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { noLockdown } from '../../../sync/contract/exams/lockdown.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { publishShortExam } from '../exam/short-exam.ts';
import { publishWatchedExam } from '../exam/watched-exam.ts';
import { browserArgs, findBrowser } from '../browser-finder.ts';
import { ApiClient } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { findLayoutFaults } from './page-faults.ts';
import { openAsStaff, signInToDemo } from './sign-in.ts';

/** Chromium simulates a camera with a drawn picture, and grants pages its use. */
const cameraArgs = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({ launchOptions: { executablePath: findBrowser(), args: [...browserArgs(), ...cameraArgs] } });

/** PNG of one red pixel. */
const photo = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==', 'base64');

/** Stores the photo of an examinee, as the organiser of an exam does. */
async function storePhoto(origin: string, planId: number, userId: number): Promise<void> {
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const address = await teacher.uploadByForm(photo, 'photo.png');
  await teacher.call(examCalls.setPhotos, { planId, items: [{ userId, photo: address }] });
}

test('an examinee takes the entry photo without a network, and the invigilator compares it with the stored photo', async ({
  openPage,
  server,
}) => {
  const { planId, roomId, users } = await publishWatchedExam(server.origin, '入场拍照', {
    startMs: Date.now() + 3_600_000,
    lockdown: { ...noLockdown, entryPhoto: true, stillMinutes: 10 },
  });
  await storePhoto(server.origin, planId, users[0] ?? 0);
  const pc = await openPage({ viewport: { width: 1366, height: 768 }, permissions: ['camera'] });
  await signInToDemo(pc, server.origin, 'examinee11');
  await pc.goto(`${server.origin}/student/exam/item/${planId}`);
  const panel = pc.getByRole('region', { name: '入场拍照' });
  await expect(panel).toContainText('只有本考场的监考员和学校的考务人员能看到');
  await keepPicture(pc, 'camera-told');
  await pc.context().setOffline(true);
  await panel.getByRole('button', { name: '打开摄像头' }).click();
  await expect(pc.getByText('摄像头开启中')).toBeVisible();
  const video = panel.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0);
  await keepPicture(pc, 'camera-live');
  await panel.getByRole('button', { name: '拍照', exact: true }).click();
  await expect(panel.getByRole('img', { name: '刚拍的照片' })).toBeVisible();
  await keepPicture(pc, 'camera-shot');
  await panel.getByRole('button', { name: '使用这张照片' }).click();
  await expect(panel).toContainText('照片已保存在本机');
  await expect(pc.getByText('摄像头开启中')).toBeHidden();
  await keepPicture(pc, 'camera-done');
  await pc.emulateMedia({ colorScheme: 'dark' });
  await keepPicture(pc, 'camera-done-dark');

  const tablet = await openPage({ viewport: { width: 1024, height: 768 }, hasTouch: true });
  await signInToDemo(tablet, server.origin, 'invigilator');
  await tablet.goto(`${server.origin}/invigilator/exam/index?plan=${planId}&room=${roomId}`);
  const seat = tablet.getByRole('button', { name: /号 / });
  await expect(seat.filter({ hasText: '尚未拍照' })).toHaveCount(1);
  await pc.context().setOffline(false);
  await expect(seat.filter({ hasText: '尚未拍照' })).toHaveCount(0);
  await keepPicture(tablet, 'camera-room');
  await tablet.getByRole('button', { name: '入场照片' }).click();
  const picture = tablet.getByRole('img', { name: '入场照片' });
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  await expect(tablet.getByRole('img', { name: '报名照片' })).toHaveJSProperty('naturalWidth', 1);
  await keepPicture(tablet, 'camera-photos');
  await tablet.emulateMedia({ colorScheme: 'dark' });
  await keepPicture(tablet, 'camera-photos-dark');
  const row = tablet.getByRole('listitem').filter({ has: picture });
  // Only for the examinee with a stored photo and a camera picture can the two be compared.
  await expect(tablet.getByRole('button', { name: '是本人', exact: true })).toHaveCount(1);
  await row.getByRole('button', { name: '是本人', exact: true }).click();
  await expect(row).toContainText('人证相符');
  await tablet.evaluate(() => localStorage.setItem('wenkao.language', 'en'));
  await tablet.reload();
  await expect(tablet.getByRole('button', { name: 'Move to another PC' })).toBeVisible();
  expect(await findLayoutFaults(tablet)).toEqual([]);
  await keepPicture(tablet, 'camera-room-english');
});

test('the camera takes announced stills at random moments, delivers them later, and shows them to staff alone', async ({
  openPage,
  server,
}) => {
  const planId = await publishShortExam(server.origin, {
    name: '考试中拍照',
    startsInMs: 1_000,
    durationMs: 3_600_000,
    entryLimitMs: 3_600_000,
    loginNames: ['examinee11'],
    lockdown: { ...noLockdown, stillMinutes: 5 },
  });
  const pc = await openPage({ viewport: { width: 1366, height: 768 }, permissions: ['camera'] });
  // A PC waits 150 to 450 seconds before it takes the next picture. Shorten this to one second.
  await pc.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: TimerHandler, ms = 0, ...rest: unknown[]) => wait(run, ms >= 150_000 && ms <= 450_000 ? 1_000 : ms, ...rest),
    });
  });
  await signInToDemo(pc, server.origin, 'examinee11');
  await pc.goto(`${server.origin}/student/exam/item/${planId}`);
  await expect(pc.getByText('平均约每 5 分钟一张', { exact: false })).toBeVisible();
  await pc.getByRole('button', { name: '查看说明' }).click();
  await keepPicture(pc, 'camera-stills-told');
  await pc.getByRole('button', { name: '知道了，允许使用摄像头' }).click();
  await expect(pc.getByText('摄像头可以使用', { exact: false })).toBeVisible();
  await pc.context().setOffline(true);
  await pc.getByRole('button', { name: '返回答题' }).click();
  await expect(pc.getByText('摄像头开启中')).toBeVisible();
  await keepPicture(pc, 'camera-still');
  await expect(pc.getByText('摄像头开启中')).toBeHidden();
  await pc.context().setOffline(false);

  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const { items } = await teacher.call(userCalls.getExamUserList, { pageSize: 200 });
  const userId = items.find((one) => one.login_name === 'examinee11')?.id ?? 0;
  const staff = await openPage({ viewport: { width: 1440, height: 900 } });
  const shown = `/teacher/exam/exam-plan/user/${planId}/${userId}`;
  await expect(async () => {
    await openAsStaff(staff, server.origin, 'teacher', shown);
    await expect(staff.getByRole('img', { name: /^考试中/ }).first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const still = staff.getByRole('img', { name: /^考试中/ }).first();
  await expect.poll(() => still.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  await keepPicture(staff, 'camera-stills');

  const asExaminee = await pc.evaluate(
    async (input) => {
      const headers = { 'content-type': 'application/json', 'X-Token': sessionStorage.getItem('wenkao.token') ?? '' };
      return (await fetch('/api/invigilation/getCameraReports', { method: 'POST', headers, body: JSON.stringify(input) })).json();
    },
    { planId, userId },
  );
  expect(asExaminee).toMatchObject({ code: 1003 });
});
