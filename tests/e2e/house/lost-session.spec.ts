import { expect, type Page } from '@playwright/test';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient } from '../rig/api-client.ts';
import type { ServerProcess } from '../rig/server-process.ts';
import { getSharedServer } from '../rig/shared-server.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

// Filling a service worker's cache in every new browser costs more than the whole check.
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
test.beforeAll(async () => {
  server = await getSharedServer();
});

const dialog = (page: Page) => page.getByRole('alertdialog', { name: '是否重新登录' });
/** Makes every further call to `path`, which the page makes in the background, report an expired session. */
const lose = (page: Page, path: string, code: number) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ json: { code, msg: '登录已过期，请重新登录', data: null } }));

test('a student whose session is over is told so: on the home, on an exam, on the score, and not that the network is away', async ({
  page,
}) => {
  await signInToDemo(page, server.origin, 'examinee');
  for (const [address, path, code] of [
    ['/student/home/index', '/exam/myList', 2001],
    ['/student/exam/score/1', '/exam/myScore', 1004],
    ['/student/home/1', '/exam/myList', 3000],
  ] as const) {
    await page.unrouteAll();
    await lose(page, path, code);
    await page.goto(server.origin + address);
    await expect(dialog(page)).toContainText('登录已过期，请重新登录');
    await expect(dialog(page)).toContainText('您已退出登录');
    await page.getByRole('button', { name: '取消' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(
      page
        .getByRole('main')
        .getByText(/^您已退出登录/)
        .first(),
    ).toBeVisible();
    await expect(page.getByText(/没有网络|还没有成绩|没有成绩/)).toHaveCount(0);
  }
  // A background call does not reopen the dialog, but a user's action on another page does.
  await page.getByRole('button', { name: '重新登录' }).click();
  await page.waitForURL(/\/login/);
});

test('staff are told by whichever call meets it, however quiet', async ({ page }) => {
  const api = await ApiClient.signIn(server.origin, 'school');
  const { items } = await api.call(userCalls.getList, { filter: { user_type: 7 } });
  await signInToDemo(page, server.origin, 'school');
  for (const [address, path] of [
    [`/teacher/student/statistics/progress/${items[0]?.id}`, '/progress/getById'],
    ['/teacher/exam/exam-plan/item/1', '/exam/getById'],
    ['/teacher/exam/questions/import', '/job/getList'],
    ['/teacher/student/index', '/school/getRegistration'],
  ] as const) {
    await page.unrouteAll();
    await lose(page, path, 2001);
    const met = page.waitForResponse(`**/api${path}`);
    await page.goto(server.origin + address);
    await met;
    await expect(dialog(page)).toBeVisible();
    await page.getByRole('button', { name: '取消' }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('an account that was shut is told by toast and dialog, once', async ({ page }) => {
  await signInToDemo(page, server.origin, 'examinee');
  await lose(page, '/exam/myList', 4000);
  // Delays the toast library as on a slow connection: its first toast must still be announced to screen readers.
  await page.route(/\/toaster-[^/]*\.js$/, async (route) => {
    await expect(dialog(page)).toBeVisible();
    await route.continue();
  });
  // Starts looking before the navigation, because a toast disappears by itself and a slow machine may find the dialog later.
  await Promise.all([
    expect(page.getByRole('listitem').filter({ hasText: '登录已过期，请重新登录' })).toHaveCount(1),
    page.goto(`${server.origin}/student/home/index`),
  ]);
  await expect(dialog(page)).toBeVisible();
});

test('the sign-in page is titled with its school, and a registration that fails is told by a toast', async ({ page }) => {
  await page.goto(`${server.origin}/login/demo`);
  await expect(page).toHaveTitle('登录-江南职业技术学院');
  await page.goto(`${server.origin}/reg?school=demo`);
  await lose(page, '/user/addRS', 1002);
  await page.getByLabel('姓名').fill('王小明');
  await page.getByLabel('登录名').fill('toast01');
  await page.getByLabel(/^密码/).fill('Wenkao-2026');
  await page.getByRole('button', { name: '提交注册' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '登录已过期，请重新登录' })).toHaveCount(1);
});
