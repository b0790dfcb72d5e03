import { expect, type Page } from '@playwright/test';
import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import { RoomPictures } from '../exam/room-pictures.ts';
import { createWrittenExam } from '../exam/written-exam.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true, serviceWorkers: 'allow' });

/** PNG of one red pixel. */
const photo = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==', 'base64');

/** Draws two strokes on the signature pad. */
async function sign(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: '在此签名' });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('the signature pad is not on the page');
  for (const [from, to] of [
    [0.2, 0.5],
    [0.4, 0.8],
  ] as const) {
    await page.mouse.move(box.x + box.width * from, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + box.height * 0.7, { steps: 8 });
    await page.mouse.up();
  }
}

test('a score sheet works offline and arrives once, and three separate assessors make the printed totals', async ({
  page,
  context,
  server,
}, info) => {
  const pictures = new RoomPictures(info);
  const { origin } = server;
  const practical = ['接线工艺：横平竖直；压接不良，每处扣 0.5 分；编号漏错误，每处扣 1 分', '通电试车：操作规范；首次不成功，扣 1 分'];
  const { planId } = await createWrittenExam(server, '电工四级实操', { practical, members: ['marker2', 'marker3'] });
  const assessors = await Promise.all(['marker2', 'marker3'].map((login) => ApiClient.signIn(origin, login)));
  await signInToDemo(page, origin, 'marker');
  const controlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(controlled).toBe(true);
  await page.goto(`${origin}/marker/examOption/index`);
  await page.getByRole('link', { name: '开始阅卷' }).click();
  const people = page.getByRole('list', { name: '考生' });
  const [one, two] = [people.getByRole('button').first(), people.getByRole('button').nth(1)];
  const total = page.getByRole('status', { name: '合计得分' });

  await test.step('taps, a photo and a remark without a network', async () => {
    await one.click();
    await page.getByRole('button', { name: /^压接不良/ }).click();
    await expect(total).toHaveText('5.5');
    await context.setOffline(true);
    await page.getByRole('button', { name: /^压接不良/ }).click();
    await page.getByRole('button', { name: '少扣一次：压接不良' }).click();
    await page.getByLabel('接线工艺 的备注').fill('X2 漏标');
    // Delays the reading of a photo, as a large photo would, while the assessor continues to tap.
    await page.evaluate(() => {
      const read = Reflect.get(FileReader.prototype, 'readAsDataURL');
      FileReader.prototype.readAsDataURL = function later(blob) {
        setTimeout(() => read.call(this, blob), 1_500);
      };
    });
    await page.getByLabel('接线工艺 的照片').setInputFiles({ name: 'x2.png', mimeType: 'image/png', buffer: photo });
    await page.getByRole('button', { name: /^编号漏错误/ }).click();
    await page.getByRole('button', { name: '通电试车 多扣' }).click();
    await expect(page.getByRole('img', { name: '接线工艺 的照片' })).toHaveCount(0);
    await expect(page.getByRole('img', { name: '接线工艺 的照片' })).toBeVisible();
    await expect(total).toHaveText('4');
    await sign(page);
    await expect(page.getByText(/ 签名$/)).toBeVisible();
    await pictures.tablet(page, 'practical-score');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText('1 份评分、1 张照片在本机')).toBeVisible();
    await expect(one).toContainText('待送达');
    // The assessor has begun to assess the next examinee, who has no result yet.
    await page.getByRole('button', { name: /^首次不成功/ }).click();
    await expect(page.getByText(/已保存到本机 \d/)).toBeVisible();
    await expect(two).toContainText('评分中');
  });

  await test.step('a reload without a network takes nothing', async () => {
    await page.reload();
    await expect(page.getByText('网络不通，显示的是本机保存的内容')).toBeVisible();
    await expect(one).toContainText('待送达');
    await expect(total).toHaveText('5');
    await one.click();
    await expect(total).toHaveText('4');
    await expect(page.getByLabel('接线工艺 的备注')).toHaveValue('X2 漏标');
    await expect(page.getByRole('img', { name: '接线工艺 的照片' })).toBeVisible();
    await expect(page.getByText(/ 签名$/)).toBeVisible();
  });

  await test.step('with the network it arrives, photo and all', async () => {
    await context.setOffline(false);
    await expect(one).toContainText('我评 4');
    await expect(page.getByText('份评分')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('img', { name: '接线工艺 的照片' })).toHaveJSProperty('naturalWidth', 1);
    await expect(two).toContainText('评分中');
    // After the reload, the page shows the signature as it comes from the server.
    await one.click();
    await expect(page.getByText(/ 签名$/)).toBeVisible();
  });

  await test.step('a signature belongs to the points that it was drawn for', async () => {
    await two.click();
    await sign(page);
    await expect(page.getByText(/ 签名$/)).toBeVisible();
    await page.getByRole('button', { name: '通电试车 多扣' }).click();
    await expect(page.getByText('签名属于改分前的结果（5 分）', { exact: false })).toBeVisible();
    await pictures.tablet(page, 'practical-signed-before');
    await page.getByRole('button', { name: '通电试车 少扣' }).click();
    await expect(page.getByText('签名属于改分前的结果', { exact: false })).toHaveCount(0);
  });

  await test.step('two more mark apart; far from each other they are looked at by the leader', async () => {
    const [first] = assessors;
    const { items } = (await first?.call(markingCalls.getList, { kind: 'performed' })) ?? { items: [] };
    const at = { planId, questionId: items.find((each) => each.planId === planId)?.tasks[0]?.questionId ?? 0 };
    for (const [n, assessor] of assessors.entries()) {
      const { scripts, basis } = await assessor.call(markingCalls.getTask, at);
      const code = scripts[0]?.code ?? 0;
      await assessor.call(markingCalls.mark, { ...at, code, basis, given: { points: [3, n === 0 ? 3 : 2], veto: [], comment: '' } });
    }
    await page.reload();
    await expect(one).toContainText('均分 5，极差大');
    await page.goto(`${origin}/marker/exam/group/${planId}`);
    await page
      .getByRole('button', { name: /考评员差距大/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('压接不良 −0.5 ×1；编号漏错误 −1 ×1；X2 漏标')).toBeVisible();
    await expect(dialog.getByRole('img', { name: '接线工艺 的照片' })).toBeVisible();
    await expect(dialog.getByRole('img', { name: '考评员签名' })).toBeVisible();
    await dialog.getByLabel('理由').fill('复看照片');
    await dialog.getByLabel(/^裁定分数/).fill('4.5');
    await dialog.getByRole('button', { name: '裁定', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('link', { name: '总成绩表' }).click();
    const row = page.getByRole('row').filter({ hasText: '组长裁定' });
    await expect(row).toContainText('4.5');
    await expect(page.getByText('考评组长签名')).toBeVisible();
    await expect(page.getByRole('img', { name: '考评员签名' })).toHaveCount(1);
    await pictures.tablet(page, 'practical-totals');
  });
  expect(pictures.faults).toEqual([]);
});
