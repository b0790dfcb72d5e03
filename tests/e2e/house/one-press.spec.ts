import { expect, type Locator, type Page } from '@playwright/test';
import { paperStatus } from '../../../sync/contract/codes.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { ApiClient } from '../rig/api-client.ts';
import { findFreePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

/** Clicks twice at the place where `button` was at the first click. `gapMs`: time between the two clicks, in milliseconds. */
async function doubleClick(page: Page, button: Locator, gapMs: number): Promise<void> {
  await expect(button).toBeVisible();
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error(`${String(button)} is not shown`);
  // Playwright waits `delay` before the release and before the second press, so each gets half of the gap.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount: 2, delay: gapMs / 2 });
}

// Filling the cache of a service worker in a new browser costs more than the test itself.
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
test.beforeAll(async () => {
  server = new ServerProcess(await findFreePort());
  await server.start();
});
test.afterAll(() => server.dispose());

test('a double click on the save button of a form adds one paper, and presses nothing on the page that follows', async ({ page }) => {
  const api = await ApiClient.signIn(server.origin, 'school');
  await signInToDemo(page, server.origin, 'school');
  await page.goto(`${server.origin}/teacher/exam/paper/create`);
  const name = '连点试卷';
  await page.getByLabel('试卷名称').fill(name);
  await page.getByRole('listitem', { name: '第 1 大题' }).getByLabel('题数').fill('3');
  // Thirteen questions of two points.
  await page.getByLabel('合格分').fill('16');
  await doubleClick(page, page.getByRole('button', { name: '保存，去组卷', exact: true }), 130);
  await page.waitForURL(/\/paper-form\/\d+$/);
  await expect(page.getByRole('button', { name: '随机抽题', exact: true })).toBeVisible();
  const { items } = await api.call(paperCalls.getList, { filter: { keyword: name } });
  expect(items.map(({ status }) => status)).toEqual([paperStatus.created]);
});
