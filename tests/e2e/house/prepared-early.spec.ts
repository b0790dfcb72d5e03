import { expect } from '@playwright/test';
import { publishShortExam } from '../exam/short-exam.ts';
import { test } from '../rig/test.ts';

const examName = '线路很慢的考场';

/**
 * On a slow connection, the seat and the paper are on the PC long before the files that the service worker stores for offline use. Only
 * when these files have arrived may the network fail.
 */
test('a PC shows itself ready only once its service worker is active, and enters the exam without a reload', async ({
  server,
  connect,
  addExaminee,
}) => {
  const link = await connect(5);
  const who = addExaminee('examinee01', link);
  await link.online();
  await publishShortExam(server.origin, {
    name: examName,
    startsInMs: 600_000,
    durationMs: 240_000,
    entryLimitMs: 200_000,
    loginNames: [who.loginName],
  });
  // The service worker needs this file to install; pages never request it.
  const arrive = link.holdBack('/icons/maskable-512.png');
  await who.sitDown();
  await who.signIn();
  const { page } = who;
  await page.reload();
  await who.notice(examName).getByRole('link', { name: '准备这台电脑' }).click();
  await expect(page.getByText(/还在下载。可以继续准备/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: '存到这台电脑' }).click();
  await expect(page.getByText(/^试卷已存到这台电脑，离线程序还在下载：装好以前请不要断网/)).toBeVisible();
  await expect(page.getByText(/^已备好/)).toHaveCount(0);

  arrive();
  await expect(page.getByText(/^已备好/)).toBeVisible();
  await link.offline();
  await who.enter();
  await expect(page.getByText(/试卷已在这台电脑上/)).toBeVisible();
});

/** Browsers load a page without its worker on a hard reload, and if the worker becomes active while the page is loading. */
test('a page that loaded without its service worker gets it afterwards, and then loads chunks without a network', async ({
  connect,
  addDevice,
}) => {
  const link = await connect(6);
  await link.online();
  const page = await addDevice().boot();
  await page.goto(`${link.origin}/login/demo`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const browser = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await browser.send('Page.reload', { ignoreCache: true });
  await loaded;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await link.offline();
  await page.getByRole('link', { name: '帮助' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
