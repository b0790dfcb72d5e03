import { expect, type Page } from '@playwright/test';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

const bank = '/teacher/exam/questions';
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
/** Pasted text with four questions and a gap in the numbering: one valid, one with a duplicate number, one without an answer. */
const pasted = [
  '一、单选题',
  '1. 停电检修的第一步是（　　）。',
  'A. 验电  B. 断开电源  C. 挂牌  D. 接地',
  '答案：B',
  '2. 验电器使用前应先（　　）。',
  'A. 在有电处检验',
  'B. 擦拭外壳',
  '答案：A',
  '2. 装设接地线时应先接（　　）。',
  'A. 接地端',
  'B. 导体端',
  '答案：A',
  '4. 拆除接地线的顺序是（　　）。',
  'A. 先导体端',
  'B. 先接地端',
].join('\n');

test('pasted by keyboard alone: what is good, in doubt and faulty is counted apart, and doubt is imported only when it was looked at', async ({
  page,
  server,
}) => {
  await signInToDemo(page, server.origin, 'teacher');
  await page.goto(`${server.origin}${bank}/import`);
  await page.getByPlaceholder(/粘贴/).focus();
  await page.keyboard.insertText(pasted);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: '读取' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('共 5 题', { exact: true })).toBeVisible({ timeout: 60_000 });
  for (const state of ['可导入 2', '存疑 1', '有错误 2']) await expect(page.getByText(state, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/按题号应有 5 题，只读出 4 题/)).toBeVisible();
  await expect(page.getByRole('button', { name: '导入 2 题' })).toBeEnabled();

  // Arrows change the tab, Enter opens a row, and the form submits itself.
  await tab(page, '有错误 2').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, '存疑 1')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: /装设接地线/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('题号 2 出现了两次');
  await dialog.getByLabel('答案', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(tab(page, '存疑 0')).toBeVisible();
  await expect(page.getByRole('button', { name: '导入 3 题' })).toBeEnabled();
});

test('headings that nobody knows are mapped by keyboard; what is left in doubt is told at the end', async ({ page, server }) => {
  await signInToDemo(page, server.origin, 'teacher');
  await page.goto(`${server.origin}${bank}/import`);
  const sheet = [
    '题型,考题,选项A,选项B,答案',
    '单选题,额定电压是（  ）,220 V,380 V,A',
    '多选题,属于安全用具的有（  ）,绝缘棒,绝缘手套,A',
  ].join('\r\n');
  await page.locator('input[type=file]').setInputFiles({ name: '学校.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await expect(page.getByText('1 列没认出来')).toBeVisible({ timeout: 60_000 });
  await page.getByLabel('考题').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: '题干', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('可导入 1', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('存疑 1', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: '导入 1 题' })).toBeEnabled();
  await page.getByLabel('存疑的 1 题也导入').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: '导入 2 题' }).press('Enter');
  await expect(page.getByText('已导入 2 题')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('其中 1 题存疑，请到题库里再看一遍。')).toBeVisible();
});
