import { expect } from '@playwright/test';
import { noLockdown } from '../../../sync/contract/exams/lockdown.ts';
import { publishWatchedExam } from '../exam/watched-exam.ts';
import { browserArgs, findBrowser } from '../browser-finder.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

/** Chromium gives a drawn picture in place of a camera, and grants its use. */
const cameraArgs = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({ launchOptions: { executablePath: findBrowser(), args: [...browserArgs(), ...cameraArgs] } });

test('a photo at entry is taken without a network, and the invigilator compares it with the stored one', async ({ openPage, server }) => {
  const { planId, roomId } = await publishWatchedExam(server.origin, '入场拍照', {
    startMs: Date.now() + 3_600_000,
    lockdown: { ...noLockdown, entryPhoto: true, stillMinutes: 10 },
  });
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
  await keepPicture(tablet, 'camera-photos');
  await tablet.emulateMedia({ colorScheme: 'dark' });
  await keepPicture(tablet, 'camera-photos-dark');
  const row = tablet.getByRole('listitem').filter({ has: picture });
  await row.getByRole('button', { name: '是本人', exact: true }).click();
  await expect(row).toContainText('人证相符');
});
