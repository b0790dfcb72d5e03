import { expect } from '@playwright/test';
import { test } from '../rig/test.ts';
import { fillSignIn, signInToDemo } from './sign-in.ts';

test.use({ server: async ({ sharedServer }, provide) => provide(sharedServer) });

test('a visitor who opens a page before signing in lands on that page after the sign-in @journey', async ({ page, server }) => {
  await page.goto(`${server.origin}/teacher/exam/questions?keyword=三相`);
  await expect(page).toHaveURL(
    `${server.origin}/login?redirect=${encodeURIComponent(`/teacher/exam/questions?keyword=${encodeURIComponent('三相')}`)}`,
  );
  await page.getByRole('textbox').first().fill('demo');
  await page.keyboard.press('Enter');
  await fillSignIn(page, 'teacher');
  await expect(page).toHaveURL(/\/teacher\/exam\/questions\?keyword=/);
  await expect(page).toHaveTitle('题库-江南职业技术学院');
});

test('the public pages open without a sign-in, and the self-check runs on this PC @journey', async ({ page, server }) => {
  for (const path of ['/login', '/login/demo', '/reg', '/spare', '/verify', '/test']) {
    await page.goto(`${server.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('出错啦!')).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: '本机自检' })).toBeVisible();
  await page.getByLabel('在这里打字').fill('a1电');
  await expect(page.getByText('可用', { exact: false }).filter({ hasText: '中文输入法' })).toBeVisible();
  await page.getByRole('button', { name: '排练一次' }).press('Enter');
  await expect(page.getByText(/^排练通过/)).toBeVisible();
});

test('addresses redirect as the specification says @journey', async ({ page, server }) => {
  await signInToDemo(page, server.origin, 'teacher');
  for (const [from, to] of [
    ['/home', '/home/index'],
    ['/teacher/exam', '/teacher/exam/index'],
    ['/teacher/exam/paper-form/first', '/404'],
    ['/teacher/notice', '/404'],
    ['/no/such/page', '/404'],
    ['/LOGIN/school.two-b', '/LOGIN/school.two-b'],
    ['/login/a b', '/404'],
    ['/', '/login'],
  ] as const) {
    await page.goto(`${server.origin}${from}`);
    await expect(page).toHaveURL(`${server.origin}${to}`);
  }
  await page.goto(`${server.origin}/500`);
  await expect(page.getByRole('heading', { name: '出错啦!' })).toBeVisible();
  await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible();
});

test('the sidebar is 210 px wide, and a cookie remembers whether it is open', async ({ page, context, server }) => {
  await signInToDemo(page, server.origin, 'teacher');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  expect((await menu.boundingBox())?.width).toBe(210);
  await page.getByRole('button', { name: '收起侧边栏' }).click();
  await expect(menu).toBeHidden();
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('0');
  await page.reload();
  await expect(page.getByRole('button', { name: '展开侧边栏' })).toBeVisible();
  await expect(menu).toBeHidden();

  // Below 992 px the sidebar covers the page and closes after a navigation, and the navbar shows no name.
  await page.setViewportSize({ width: 991, height: 768 });
  await expect(page.getByText('孙晓燕', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: '展开侧边栏' }).click();
  await menu.getByRole('link', { name: '今日待办' }).click();
  await expect(menu).toBeHidden();
});

test('the first toast appears although the code that shows toasts loads late', async ({ page, server }) => {
  await signInToDemo(page, server.origin, 'examinee');
  await page.route('**/api/exam/myList', (route) => route.fulfill({ json: { code: 4000, msg: '账号已停用', data: null } }));
  await page.route(/\/toaster-[^/]*\.js$/, async (route) => {
    await expect(page.getByRole('alertdialog', { name: '是否重新登录' })).toBeVisible();
    await route.continue();
  });
  // Starts waiting for the toast before the navigation, because a toast disappears by itself.
  await Promise.all([
    expect(page.getByRole('listitem').filter({ hasText: '账号已停用' })).toHaveCount(1),
    page.goto(`${server.origin}/student/home/index`),
  ]);
});
