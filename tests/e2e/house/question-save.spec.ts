import { expect } from '@playwright/test';
import { test } from '../rig/test.ts';
import { openAsStaff } from './sign-in.ts';

test('the question editor does not show a change as saved that was made while a save was pending', async ({ page, server }) => {
  await openAsStaff(page, server.origin, 'teacher', '/teacher/exam/questions/create?type=3');
  const stem = page.getByRole('textbox', { name: '题干' });
  await page.getByRole('radio', { name: '正确' }).check();
  await stem.click();
  await page.keyboard.type('氙灯近日光');
  await expect(page.getByText('草稿已保存')).toBeVisible();
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/question/add', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('服务器还没有答复。可以继续编辑，内容已保存在本机。')).toBeVisible();
  await page.getByRole('button', { name: '编号列表' }).first().click();
  gate.resolve();
  await expect(page.getByText('已保存，之后的修改还没有保存')).toBeVisible();
  await expect(stem.locator('ol')).toContainText('氙灯近日光');
});
