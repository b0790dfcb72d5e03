import { expect, type Page } from '@playwright/test';
import { getButton, pressElement, tabTo } from '../house/keyboard-walk.ts';
import { examineePassword } from './examinee.ts';

/** Signs in on the current page by keyboard alone. */
export async function signInByKeyboard(page: Page, loginName: string): Promise<void> {
  await tabTo(page, page.getByLabel('登录名'));
  await page.keyboard.type(loginName);
  await tabTo(page, page.getByLabel('密码', { exact: true }));
  await page.keyboard.type(examineePassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '考试通知' })).toBeVisible({ timeout: 60_000 });
}

/** Goes from the notices through the pre-check into the waiting room, by keyboard alone. */
export async function enterByKeyboard(page: Page, examName: string): Promise<void> {
  // The exam may have been published after the page loaded its list.
  await page.reload();
  await pressElement(page, page.getByRole('article').filter({ hasText: examName }).getByRole('link', { name: '准备这台电脑' }));
  await expect(page.getByText(/^这台电脑(可以|现在不能)考试/)).toBeVisible({ timeout: 60_000 });
  // A service worker controls a page only from its next load; the pre-check says so and offers a reload.
  const reload = getButton(page, '刷新页面');
  if (await reload.isVisible()) await pressElement(page, reload);
  await expect(page.getByText(/^这台电脑可以考试/)).toBeVisible({ timeout: 60_000 });
  await pressElement(page, getButton(page, '存到这台电脑'));
  await expect(page.getByText(/^已备好/)).toBeVisible({ timeout: 60_000 });
  await pressElement(page, page.getByRole('link', { name: /进入考试|继续考试/ }));
}
