import { expect } from '@playwright/test';
import { invigilationCalls } from '../../../sync/contract/exams/invigilation.ts';
import { publishWatchedExam } from '../exam/watched-exam.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { openPastWarning, openUntrustedLine } from '../rig/untrusted-line.ts';
import { fillSignIn } from './sign-in.ts';

test('with an untrusted certificate, /test and the player explain it, and the room’s board shows it', async ({ server, addDevice }) => {
  test.setTimeout(300_000);
  const line = await openUntrustedLine(server.port);
  const pc = addDevice();
  try {
    const { planId, roomId, users } = await publishWatchedExam(server.origin, '证书不受信任');
    const page = await pc.boot();
    await openPastWarning(page, `${line.origin}/test`);
    await expect(page.getByText(/^浏览器不信任这个网站的证书/).first()).toBeVisible();

    await page.goto(`${line.origin}/login/demo`);
    await expect(page.getByText(/^浏览器不信任这个网站的证书/)).toBeVisible();
    await fillSignIn(page, 'examinee11');
    await page.goto(`${line.origin}/student/exam/item/${planId}`);
    await expect(page.getByText(/^断网时不要刷新或关闭本页：浏览器不信任/)).toBeVisible();

    const watcher = await ApiClient.patient(server.origin, 'invigilator');
    const offlineReady = async () => {
      const { seats } = await watcher.call(invigilationCalls.getBoard, { planId, roomId });
      return seats.find((seat) => seat.userId === users[0])?.offlineReady;
    };
    await expect.poll(offlineReady).toBe(false);
  } finally {
    line.close();
  }
});
