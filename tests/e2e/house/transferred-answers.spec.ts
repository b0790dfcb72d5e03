import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect, type Browser } from '@playwright/test';
import { browserArgs, findBrowser } from '../browser-finder.ts';
import { RoomPictures } from '../exam/room-pictures.ts';
import { arrangeRoom } from '../exam/whole-room.ts';
import { readShownCodes, writeCodeFilm } from '../rig/code-film.ts';
import { isSlow } from '../rig/slowness.ts';
import { test } from '../rig/test.ts';
import { fillSignIn } from './sign-in.ts';

const examName = '平板收作答';
const minute = 60_000;
const patience = isSlow ? 3 : 1;

/**
 * Covers SY7a: a PC without a network shows its answers to the tablet's camera. The tablet is killed, finds a network and delivers. Then
 * the PC reconnects.
 */
test('a tablet’s camera reads the answers of a PC without a network, and the server stores each answer once', async ({
  server,
  connect,
  addExaminee,
}, info) => {
  test.setTimeout(300_000 * patience);
  await mkdir(info.outputDir, { recursive: true });
  const look = new RoomPictures(info);
  const [pcLink, tabletLink] = [await connect(1), await connect(2)];
  const pc = addExaminee('examinee11', pcLink);
  let tabletBrowser: Browser | undefined;
  try {
    const publish = await arrangeRoom(server.origin, examName, ['examinee11', 'examinee12']);
    await pc.sitDown();
    await pc.signIn();
    await publish({ startMs: Date.now() + 20_000 * patience, durationMs: 30 * minute, entryLimitMs: 30 * minute });
    await pc.prepare(examName);
    await pc.enter();
    await pc.paperOpen();

    const film = join(info.outputDir, 'codes.y4m');
    await test.step('the PC loses its network, hands in, and shows what it has', async () => {
      await pcLink.offline();
      for (const [number, letter] of [...'ABCDA'].entries()) {
        await pc.goTo(number + 1);
        await pc.page.keyboard.press(letter);
      }
      await pc.handIn();
      await pc.page.getByRole('button', { name: '扫码交给平板' }).click();
      const canvas = pc.page.getByRole('img', { name: '作答的二维码' });
      await expect(canvas).toBeVisible();
      await look.desk(pc.page, 'answer-codes');
      const codes = await readShownCodes(canvas, 4_000);
      await expect(pc.page.getByText(`共 ${codes.length} 个码`)).toBeVisible();
      writeCodeFilm(film, codes);
      await pc.page.keyboard.press('Escape');
    });

    tabletBrowser = await chromium.launch({
      executablePath: findBrowser(),
      args: [
        ...browserArgs(),
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    });
    const context = await tabletBrowser.newContext({
      viewport: { width: 768, height: 1024 },
      hasTouch: true,
      serviceWorkers: 'allow',
      locale: 'zh-CN',
      permissions: ['camera'],
    });
    let tablet = await context.newPage();
    await tablet.goto(`${tabletLink.origin}/login/demo`);
    await fillSignIn(tablet, 'invigilator');
    await tablet.getByRole('link', { name: '进入考场' }).click();
    await expect(tablet.getByRole('button', { name: /^\d\d 号/ }).first()).toBeVisible();
    await tablet.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    await test.step('the tablet, itself without a network, takes all of it', async () => {
      await tabletLink.offline();
      await expect(tablet.getByText(/平板离线/)).toBeVisible({ timeout: 60_000 });
      await tablet.getByRole('button', { name: '扫收作答' }).click();
      const dialog = tablet.getByRole('dialog', { name: '扫收没有网络的电脑上的作答' });
      await expect(dialog.getByText(/^已收齐 .*条作答在这台平板上$/)).toBeVisible({ timeout: 60_000 * patience });
      await expect(dialog.getByText(/条待送达/)).toBeVisible();
      await look.tablet(tablet, 'tablet-scan');
      await dialog.getByRole('button', { name: '关闭' }).last().click();
      await expect(tablet.getByRole('button', { name: /平板上有 \d+ 条/ })).toBeVisible();
      await expect(tablet.getByText('这台平板上有 1 份作答没有送达')).toBeVisible();
      await look.tablet(tablet, 'tablet-carries');
    });

    await test.step('a file of nothing of ours is told, and nothing is kept of it', async () => {
      await tablet.getByRole('button', { name: '扫收作答' }).click();
      const chooser = tablet.waitForEvent('filechooser');
      await tablet.getByRole('button', { name: '选择作答文件' }).first().click();
      await (await chooser).setFiles({ name: '别的.wenkao', mimeType: 'text/plain', buffer: Buffer.from('这不是作答') });
      await expect(tablet.getByText('这些不是作答。').or(tablet.getByText('不是作答。'))).toBeVisible();
      await tablet.keyboard.press('Escape');
    });

    await test.step('its page is closed; with a network it delivers by itself', async () => {
      await tablet.close();
      await tabletLink.online();
      tablet = await context.newPage();
      await tablet.goto(`${tabletLink.origin}/login/demo`);
      await fillSignIn(tablet, 'invigilator');
      await tablet.getByRole('link', { name: '进入考场' }).click();
      await expect(tablet.getByRole('button', { name: /已交卷/ })).toBeVisible({ timeout: 60_000 * patience });
      await expect(tablet.getByText(/没有送达，联网后自动送/)).toBeHidden();
      await tablet.getByRole('button', { name: '扫收作答' }).click();
      await expect(tablet.getByText('收到的都已送达')).toBeVisible();
    });

    await test.step('the PC comes back: its receipt is for the same answers', async () => {
      await pcLink.online();
      await expect(pc.page.getByRole('heading', { name: '已交卷', exact: true })).toBeVisible({ timeout: 120_000 });
      await expect(pc.page.getByRole('button', { name: '扫码交给平板' })).toBeHidden();
      await tablet.keyboard.press('Escape');
      await expect(tablet.getByRole('button', { name: /^\d\d 号 .*已交卷.*已答 5 \/ 6/ })).toHaveCount(1);
    });
    expect(look.faults).toEqual([]);
  } finally {
    await tabletBrowser?.close();
  }
});
