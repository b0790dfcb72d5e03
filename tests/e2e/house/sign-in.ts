import type { Page } from '@playwright/test';
import { ApiClient } from '../rig/api-client.ts';

/** Fills in and submits the sign-in page that is shown, of any school, and waits until another page opens. */
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

/**
 * Opens a page of a staff account of the demo school, signed in by a call. Users who may work without a network must sign
 * in at the page instead, which opens their encrypted store on this PC (vault).
 */
export async function openAsStaff(page: Page, origin: string, loginName: string, path: string): Promise<void> {
  const { token } = await ApiClient.signIn(origin, loginName);
  await page.addInitScript((own) => {
    if (sessionStorage.getItem('wenkao.token') === null) sessionStorage.setItem('wenkao.token', own);
  }, token);
  await page.goto(`${origin}${path}`);
}
