import { expect } from '@playwright/test';
import { test } from '../rig/test.ts';

/** Simulates a first visit: no service worker answers in place of the network. */
test('the first page load retries a script that fails to load, and tells the user meanwhile', async ({ page, server }) => {
  const html = await (await fetch(`${server.origin}/login`, { headers: { accept: 'text/html' } })).text();
  // Address of a script that the page's first script needs before it can run.
  const file = /modulepreload[^>]*href="([^"]+)"/.exec(html)?.[1];
  expect(file).toBeDefined();
  let lost = 0;
  await page.route(`**${file}`, (route) => {
    lost += 1;
    return lost <= 6 ? route.abort('connectionreset') : route.continue();
  });
  await page.goto(`${server.origin}/login`);
  await expect(page.getByText(/正在重试/)).toBeVisible();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible({ timeout: 60_000 });
  expect(lost).toBeGreaterThan(6);
  // After a successful load the page forgets its number of tries, so that a later failure starts counting from zero.
  expect(await page.evaluate(() => sessionStorage.getItem('wenkao.boot-tries'))).toBeNull();
});
