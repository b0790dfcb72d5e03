import type { Page } from '@playwright/test';

/** Fills in the sign-in page that is shown, for any school. */
export async function fillSignIn(page: Page, loginName: string, password = 'Wenkao-2026'): Promise<void> {
  await page.getByLabel('登录名').fill(loginName);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((at) => !/\/login(\/|$)/.test(at.pathname));
}

/** Signs an account of the demo school in and waits for its landing page. */
export async function signInToDemo(page: Page, origin: string, loginName: string): Promise<void> {
  await page.goto(`${origin}/login/demo`);
  await fillSignIn(page, loginName);
}
