import { expect } from '@playwright/test';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { chooseOption } from './enrolment-stage.ts';
import { findPageFaults } from './page-faults.ts';
import { signInToDemo } from './sign-in.ts';

test('an administrator writes a new version of the rules, sees which cases fail, corrects them and publishes', async ({
  server,
  openPage,
}) => {
  const page = await openPage();
  await signInToDemo(page, server.origin, 'admin');
  await page.goto(`${server.origin}/question/rule-set`);
  await page.getByRole('link', { name: '查看' }).click();
  await expect(page.getByText('第 1 版，已发布，在用 0 处')).toBeVisible();
  await expect(page.getByText('全部相符')).toBeVisible();
  await expect(page.getByRole('button', { name: '发布' })).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: '新建资格条件' }).first().click();
  await page.getByRole('dialog').getByLabel('依据的标准').fill('电工国家职业技能标准（2026 年版）');
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('link', { name: '电工国家职业技能标准（2026 年版）', exact: true }).click();
  await page.getByLabel('条件 1 的第 1 项 年').fill('18');
  await expect(page.getByText('2 个不符')).toBeVisible();
  await expect(page.getByRole('button', { name: '发布' })).toBeDisabled();
  await page
    .getByRole('button', { name: /得出不满足，应为满足/ })
    .first()
    .click();
  await expect(page.getByText(/年满 16 周岁：/)).toBeVisible();
  await keepPicture(page, 'rules-editor');
  expect(await findPageFaults(page, 'rules')).toEqual([]);
  await chooseOption(page, '应有的结果', '不满足');
  await page
    .getByRole('button', { name: /得出不满足，应为满足/ })
    .first()
    .click();
  await chooseOption(page, '应有的结果', '不满足');
  await expect(page.getByText('全部相符')).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('资格条件已保存')).toBeVisible();
  await page.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText('第 1 版，已发布，在用 0 处')).toBeVisible();
  await page.goto(`${server.origin}/question/rule-set`);
  await expect(page.getByRole('link', { name: '电工国家职业技能标准（2026 年版）', exact: true })).toBeVisible();
  await keepPicture(page, 'rules-list');
  expect(await findPageFaults(page, 'list of rules')).toEqual([]);
});
