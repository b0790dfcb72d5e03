import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, type Page } from '@playwright/test';
import { getSavedIndicator } from '../exam/examinee.ts';
import { countLoggedOps } from '../exam/log-audit.ts';
import { arrangeRoom } from '../exam/whole-room.ts';
import { isSlow } from '../rig/slowness.ts';
import { test } from '../rig/test.ts';
import { expectGoodLook } from './page-faults.ts';
import { signInToDemo } from './sign-in.ts';

const examName = '照片随答卷文件';
const minute = 60_000;
const patience = isSlow ? 3 : 1;
/** One photo fits into one chunk, the other needs three. */
const photos = ['not-found', 'print-desk-1'].map((name) => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: readFileSync(`docs/screens/${name}.png`),
}));
const pieces = photos.reduce((sum, { buffer }) => sum + Math.ceil(buffer.length / (96 * 1024)), 0);

/** Reads the chunks that the server stores; none may be stored twice. */
function piecesKept(dataDir: string): { rows: number; bytes: number } {
  const log = new Database(join(dataDir, 'log.db'), { readonly: true });
  try {
    return log.prepare('SELECT count(*) AS rows, coalesce(sum(length(sealed)), 0) AS bytes FROM piece').get() as {
      rows: number;
      bytes: number;
    };
  } finally {
    log.close();
  }
}

const altered = (text: string, at: number): string => `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;

/** Downloads the photos that the page shows: bytes by file name. */
const photosShown = async (page: Page): Promise<Map<string, Buffer>> => {
  const shown = new Map<string, Buffer>();
  for (const link of await page.getByRole('list', { name: '随作答提交的照片和文件' }).getByRole('link').all()) {
    const name = (await link.getByRole('img').getAttribute('alt')) ?? '';
    shown.set(name, await (await page.request.get(await link.evaluate((a) => (a as HTMLAnchorElement).href))).body());
  }
  return shown;
};

/** Covers SY16: the answer file contains the photos of an answer once, and the marker sees them unchanged. */
test('a PC without a network exports its answers with two photos: the marker sees them byte for byte, and each is there once', async ({
  server,
  connect,
  openPage,
  addExaminee,
}) => {
  test.setTimeout(300_000 * patience);
  const link = await connect(1);
  const pc = addExaminee('examinee11', link);
  const [staff, marker, tablet] = (await Promise.all([0, 1, 2].map(async () => openPage()))) as [Page, Page, Page];
  await link.online();
  const publish = await arrangeRoom(server.origin, examName, ['examinee11', 'examinee12']);
  await pc.sitDown();
  await pc.signIn();
  const { planId } = await publish({ startMs: Date.now() + 20_000 * patience, durationMs: 30 * minute, entryLimitMs: 30 * minute });
  await pc.prepare(examName);
  await pc.enter();
  await pc.paperOpen();

  const file = await test.step('answers and photos without a network; the screen says which ways take no photos', async () => {
    await link.offline();
    await pc.goTo(6);
    await pc.page.getByRole('textbox', { name: '第 6 题的作答' }).fill('断电验电以后逐段检查。');
    const field = pc.page.getByRole('region', { name: '照片和文件' });
    await expect(field.getByText('二维码和考场中继不带照片和文件')).toHaveCount(0);
    for (const [at, photo] of photos.entries()) {
      await field.getByLabel('选择文件').setInputFiles(photo);
      await expect(field.getByText('已加密保存在本机，还没送出')).toHaveCount(at + 1);
    }
    await expect(field.getByText('二维码和考场中继不带照片和文件；没有网络时，请导出作答文件。')).toBeVisible();
    await expectGoodLook(pc.page, 'answer-photos');
    await expect(getSavedIndicator(pc.page)).toHaveText(/^已保存到本机 \d/);
    await pc.handIn();
    await expect(pc.page.getByText('附件 2 个')).toBeVisible();
    await pc.page.getByRole('button', { name: '扫码交给平板' }).click();
    await expect(pc.page.getByText(/^照片和文件不在二维码里/)).toBeVisible();
    await expectGoodLook(pc.page, 'answer-codes');
    await pc.page.keyboard.press('Escape');
    const download = pc.page.waitForEvent('download');
    await pc.page.getByRole('button', { name: '导出作答文件' }).click();
    const saved = await download;
    await expect(pc.page.getByText(/^已导出 .*已加密/)).toBeVisible();
    return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), 'utf8') };
  });

  const bring = async (name: string, text: string): Promise<void> => {
    const chosen = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
    await staff.locator('input[type=file][accept=".wenkao"]').setInputFiles(chosen);
  };
  const report = (name: string) => staff.getByRole('listitem').filter({ hasText: name }).first();
  await test.step('a changed byte in a photo: refused in words, the rest is taken, and it is not said to be whole', async () => {
    await signInToDemo(staff, server.origin, 'teacher');
    await staff.goto(`${server.origin}/teacher/exam/exam-plan/offline/${planId}`);
    await bring('altered.wenkao', altered(file.text, file.text.length - 500));
    await expect(report('altered.wenkao')).toContainText(/部分收到/, { timeout: minute });
    await expect(report('altered.wenkao')).toContainText(/损坏或被改动/);
    await expect(report('altered.wenkao')).toContainText('照片和附件还没有收齐');
    await expect(report('altered.wenkao')).not.toContainText('已交卷并收齐');
    expect(piecesKept(server.dataDir).rows).toBe(pieces - 1);
  });

  const openAnswer = async (): Promise<void> => {
    await marker.goto(`${server.origin}/marker/exam/index`);
    await marker.getByRole('link', { name: /开始阅卷|继续阅卷/ }).click();
    await expect(marker.getByText('断电验电以后逐段检查。')).toBeVisible();
  };
  await test.step('the marker is told that a photo is still missing', async () => {
    await signInToDemo(marker, server.origin, 'marker');
    await openAnswer();
    expect((await photosShown(marker)).size).toBe(1);
  });

  const kept = await test.step('the file itself, and again: all of it, once', async () => {
    await bring(file.name, file.text);
    await expect(report(file.name)).toContainText(/全部收到/, { timeout: minute });
    await expect(report(file.name)).toContainText(`附件和照片：${pieces} 个分片已在服务器上`);
    await expect(report(file.name)).toContainText('已交卷并收齐');
    const first = { pieces: piecesKept(server.dataDir), ops: countLoggedOps(server.dataDir) };
    expect(first.pieces.rows).toBe(pieces);
    await bring('again.wenkao', file.text);
    await expect(report('again.wenkao')).toContainText(/全部收到.*没有新内容/, { timeout: minute });
    await expectGoodLook(staff, 'import-answers');
    expect({ pieces: piecesKept(server.dataDir), ops: countLoggedOps(server.dataDir) }).toEqual(first);
    return first;
  });

  await test.step('the marker has both photos as they were taken', async () => {
    await openAnswer();
    const shown = await photosShown(marker);
    expect([...shown.keys()].toSorted()).toEqual(photos.map(({ name }) => name).toSorted());
    for (const { name, buffer } of photos) expect(shown.get(name)?.equals(buffer), name).toBe(true);
  });

  await test.step('a tablet that is given the file says that it carries no photos', async () => {
    await tablet.setViewportSize({ width: 1024, height: 768 });
    await signInToDemo(tablet, server.origin, 'invigilator');
    await tablet.getByRole('link', { name: '进入考场' }).click();
    await tablet.getByRole('button', { name: '扫收作答' }).click();
    const dialog = tablet.getByRole('dialog', { name: '扫收没有网络的电脑上的作答' });
    const chosen = { name: file.name, mimeType: 'text/plain', buffer: Buffer.from(file.text) };
    await dialog.locator('input[type=file]').setInputFiles(chosen);
    await expect(dialog.getByText(/照片和附件，平板不带/)).toBeVisible();
    await expectGoodLook(tablet, 'tablet-scan');
    await expect(dialog.getByText('收到的都已送达')).toBeVisible({ timeout: minute });
  });

  await test.step('the PC finds a network after all: its receipt, and nothing twice', async () => {
    await link.online();
    await pc.receiptInHand();
    expect({ pieces: piecesKept(server.dataDir), ops: countLoggedOps(server.dataDir) }).toEqual(kept);
  });
});
