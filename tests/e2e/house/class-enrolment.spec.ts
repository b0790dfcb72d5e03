import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import writeXlsx from 'write-excel-file/node';
import { enrollCalls } from '../../../sync/contract/applications/enroll.ts';
import { computeIdCheckDigit } from '../../../sync/contract/people/id-number.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { openEnrolmentBatch, createPortrait } from './enrolment-stage.ts';
import { signInToDemo } from './sign-in.ts';

/** Returns a valid ID number of a person born in 1995. */
const idNumberOf = (n: number): string => {
  const body = `3205831995${String((n % 12) + 1).padStart(2, '0')}15${String(n).padStart(3, '0')}`;
  return body + computeIdCheckDigit(body);
};
/** Applications that are reviewed with one key each; the rest is approved in bulk. */
const byKey = 210;
/** Valid rows among the 500, including the corrected one. */
const good = 496;
const heads = ['姓名', '身份证号', '民族', '学历', '考生来源', '联系电话', '工作单位或学校', '认定类型'];
const ofSchool = ['学历1 开始', '学历1 结束', '学历1 学校', '工作经历1 开始', '工作经历1 结束', '工作经历1 单位', '工作经历1 岗位'];

test('a class of 500 comes with 500 photos, every bad row and photo named, and is reviewed at one key each', async ({ page, server }) => {
  test.slow();
  const count = 500;
  const batchId = await openEnrolmentBatch(server.origin, '电工 26 级', 0);
  await page.setViewportSize({ width: 1366, height: 768 });
  await signInToDemo(page, server.origin, 'enrolladmin');
  const lines = Array.from({ length: count }, (_, n) => [
    n === 6 ? '' : `学员${String(n + 1).padStart(3, '0')}`,
    n === 41 ? '320583199501150018' : n === 99 ? idNumberOf(98) : idNumberOf(n),
    '汉',
    '中专',
    '学校',
    n === 7 ? '12345' : '13800006027',
    '江南职业技术学院',
    '首次认定',
    '2019-09',
    '2022-06',
    '江南职业技术学院',
    '2016-07',
    '至今',
    '苏州澄湖精密电子有限公司',
    '维修电工',
  ]);
  const sheet = await writeXlsx(
    [[...heads, ...ofSchool], ...lines].map((line) => line.map((value) => ({ value, type: String }))),
  ).toBuffer();
  const face = await createPortrait(page, '#ffffff', 0.5);
  const zip = zipSync(
    {
      ...Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`照片/${idNumberOf(n)}.jpg`, n === 9 ? strToU8('坏了') : new Uint8Array(face)]),
      ),
      [`照片/${idNumberOf(700)}.jpg`]: new Uint8Array(face),
      '照片/说明.txt': strToU8('一班'),
    },
    { level: 0 },
  );
  await page.goto(`${server.origin}/enroll/index/import?offerId=${batchId}`);
  await page
    .locator('input[type=file][aria-label="选择名单"]')
    .setInputFiles({ name: '26级电工.xlsx', mimeType: 'application/octet-stream', buffer: sheet });
  await expect(page.getByText(`读到 ${count} 人`)).toBeVisible();
  await page
    .locator('input[type=file][aria-label="选择照片包"]')
    .setInputFiles({ name: '照片.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
  await expect(page.getByText(/^正在裁剪照片 \d+ \/ \d+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: `导入 ${good - 1} 个没有问题的人` })).toBeEnabled({ timeout: 60_000 });
  for (const reason of [
    '请填写',
    '手机号应为 11 位数字',
    '证件号码有误，请逐位核对',
    '与第 100 行的证件号码相同',
    '这个文件不是能打开的照片',
    '名单里没有这个证件号码',
    '不是照片，或超过 2 MB',
  ])
    await expect(page.getByText(reason).first()).toBeVisible();
  await keepPicture(page, 'enroll-class');
  // One row is corrected on the page and the list is checked again; the other faulty rows are left out.
  await page.getByRole('row', { name: '请填写' }).getByRole('button', { name: /^改正/ }).click();
  const mend = page.getByRole('dialog', { name: '第 8 行' });
  await mend.getByLabel('姓名').fill('学员007');
  await keepPicture(page, 'enroll-class-mend');
  await mend.getByRole('button', { name: '改好，重新检查' }).click();
  await page.getByRole('button', { name: `导入 ${good} 个没有问题的人` }).click();
  await expect(page.getByText(/^正在上传照片 \d+ \/ \d+$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: `已为 ${good} 人报名` })).toBeVisible({ timeout: 60_000 });

  await page.getByRole('link', { name: '去审核' }).click();
  const who = page.getByRole('heading', { level: 2 });
  // Crosses four page boundaries of the list without any other key.
  for (let n = 0; n < byKey; n += 1) {
    await expect(who).toHaveText(/^学员\d{3}$/);
    const name = (await who.textContent()) ?? '';
    await page.keyboard.press('a');
    await expect(who).not.toHaveText(name);
  }
  await page.getByRole('button', { name: '照片墙' }).click();
  await keepPicture(page, 'enroll-wall');
  // Approves the rest on all pages in bulk and adds all applicants to a plan.
  await page.getByRole('button', { name: `批量通过无疑点的 ${good - byKey} 份` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '通过' }).click();
  await expect(page.getByText(`已通过 ${good - byKey} 份`)).toBeVisible({ timeout: 60_000 });
  await page.goto(`${server.origin}/enroll/index`);
  await expect(page.getByText('近 14 天各审核人的审核数')).toBeVisible();
  await keepPicture(page, 'enroll-home');
  const admin = await ApiClient.signIn(server.origin, 'enrolladmin');
  expect((await makeUncheckedCall(admin, enrollCalls.getList, { filter: { offerId: batchId, status: 1 } })).total).toBe(good);
});
