import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../rig/test.ts';
import { delayReplies, loseReply } from './replies.ts';
import { signInToDemo } from './sign-in.ts';

const grid = (page: Page) => page.getByRole('treegrid', { name: '细目表内容' });
const line = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
/** Waits for the field that a key opens; text typed earlier would go to the grid. */
const inField = (page: Page) => expect(grid(page).locator('input:focus')).toHaveCount(1);
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('a new edition is written by keyboard alone, kept on this PC, exported, imported and published', async ({ page, server }, info) => {
  await signInToDemo(page, server.origin, 'admin');
  await page.goto(`${server.origin}/question/recognizes`);
  await page.getByRole('row').filter({ hasText: '电工' }).click();
  await press(page, 'Enter');
  await page.getByRole('button', { name: '新建版本' }).press('Enter');
  await expect(page.getByText('草稿', { exact: true })).toBeVisible();
  await expect(page.getByText('比重合计 100')).toBeVisible();

  // Adds one point, and another that is undone before it has a name.
  await line(page, '职业道德对企业文化的作用').focus();
  await press(page, 'Insert');
  await inField(page);
  await page.keyboard.type('职业道德规范的养成');
  await press(page, 'Enter', 'Escape', 'ArrowDown', 'z');
  await expect(line(page, '职业道德规范的养成')).toBeVisible();
  await expect(line(page, '未命名')).toHaveCount(0);

  // A wrong sum of weights is reported at once, with the difference, and blocks publishing.
  await line(page, '基本要求').focus();
  await press(page, 'Enter');
  await inField(page);
  await press(page, 'Tab');
  await inField(page);
  await page.keyboard.type('21');
  await press(page, 'Enter');
  await expect(page.getByText('比重合计 101 · 超 1')).toBeVisible();
  await expect(line(page, '基本要求')).toContainText('差 1');
  await expect(page.getByRole('button', { name: '发布' })).toBeDisabled();

  // Unsaved changes survive a reload, and saving sends them to the server.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('已恢复上次没有提交的草稿。')).toBeVisible();
  await expect(line(page, '职业道德规范的养成')).toBeVisible();
  await line(page, '基本要求').focus();
  await press(page, 'Enter');
  await inField(page);
  await press(page, 'Tab');
  await inField(page);
  await page.keyboard.type('20');
  // One reply is lost and the next is late: editing continues, and neither counts as a change by another user.
  await loseReply(page, '**/api/detail/modify');
  await press(page, 'Enter', 'Control+s');
  await expect(page.getByText('没有收到服务器的答复，修改可能还没有保存。')).toBeVisible();
  const late = await delayReplies(page, '**/api/detail/modify');
  await line(page, '职业道德规范的养成').focus();
  await press(page, 'y', 'Control+s');
  await expect(page.getByText('服务器还没有答复。可以继续编辑，内容已保存在本机。')).toBeVisible();
  await press(page, 'z');
  await late();
  await expect(page.getByText('已保存，之后的修改还没有保存')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await press(page, 'Control+s');
  await expect(page.getByText('草稿已保存')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeDisabled();
  await expect(page.getByText('新增 1 · 修改 0 · 删除 0')).toBeVisible();

  const menu = async (item: string) => {
    await page.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const download = page.waitForEvent('download');
  await menu('导出');
  const file = info.outputPath('table.xlsx');
  await (await download).saveAs(file);
  await menu('导入');
  const broken = info.outputPath('broken.xlsx');
  await writeFile(broken, (await readFile(file)).subarray(0, 900));
  await page.locator('input[type=file]').setInputFiles(broken);
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', { name: '替换草稿内容' })).toBeDisabled();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('25 个鉴定范围，70 个鉴定点')).toBeVisible();
  await page.getByRole('button', { name: '替换草稿内容' }).click();
  await expect(line(page, '职业道德规范的养成')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).first().click();

  await expect(page.getByRole('button', { name: '发布' })).toBeEnabled();
  await page.getByRole('button', { name: '发布' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '发布' }).click();
  await expect(page.getByText('已发布的细目表不能直接修改。')).toBeVisible();
});
