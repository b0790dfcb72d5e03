import { expect } from '@playwright/test';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { button, choose, press, row, tabTo } from './keyboard-walk.ts';
import { signIn } from './sign-in.ts';

// A worker that fills its cache for each new browser costs more than all that is looked at here.
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
test.beforeAll(async () => {
  server = new ServerProcess(await freePort());
  await server.start();
});
test.afterAll(() => server.dispose());

test('a profession and its detail table by keyboard: added, refused in words, found, begun', async ({ page }) => {
  await signIn(page, server.origin, 'admin');
  await page.goto(`${server.origin}/question/index`);
  const add = button(page, '新建职业');
  await press(page, add);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('职业编码')).toBeFocused();
  // What is missing is said where it is, and the first of it has the focus.
  await page.keyboard.type('6-29');
  await press(page, button(dialog, '保存'));
  await expect(dialog.getByText('编码应为 1-22-33-44 的形式')).toBeVisible();
  await expect(dialog.getByLabel('职业编码')).toBeFocused();
  await page.keyboard.type('-03-08');
  await tabTo(page, dialog.getByLabel('职业名称'));
  await page.keyboard.type('电气安装工');
  await press(page, dialog.getByRole('checkbox', { name: /四级/ }), 'Space');
  await press(page, button(dialog, '添加工种'));
  await expect(dialog.getByLabel('第 1 个工种')).toBeFocused();
  await page.keyboard.type('外线工');
  await press(page, button(dialog, '保存'));
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
  await expect(row(page, '电气安装工')).toContainText('外线工');

  await page.goto(`${server.origin}/question/recognizes`);
  await press(page, button(page, '新建细目表'));
  await expect(dialog.getByRole('searchbox', { name: '搜索职业' })).toBeFocused();
  await press(page, button(dialog, '开始编制'));
  await expect(dialog.getByText('请选择职业')).toBeVisible();
  await expect(dialog.getByRole('searchbox', { name: '搜索职业' })).toBeFocused();
  await page.keyboard.type('安装');
  const found = dialog.getByRole('radio', { name: /电气安装工/ });
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await press(page, found, 'Space');
  await expect(found).toBeChecked();
  await press(page, button(dialog, '开始编制'));
  await expect(dialog.getByRole('combobox', { name: '等级' })).toBeFocused();
  await choose(page, dialog.getByRole('combobox', { name: '等级' }), '四级（中级工）');
  await press(page, button(dialog, '开始编制'));
  await expect(page).toHaveURL(/table=\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('电气安装工');
});
