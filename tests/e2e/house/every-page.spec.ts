import { expect } from '@playwright/test';
import { userTypes, type Role, type UserType } from '../../../sync/contract/roles.ts';
import { appTexts } from '../../../web/app/app-texts.ts';
import { canEnterRoute } from '../../../web/app/route-access.ts';
import { routeRows } from '../../../web/app/routes.ts';
import { externalLinks } from '../../../web/app/routes/menu-groups.ts';
import { test } from '../rig/test.ts';
import { PageWalk } from './page-walk.ts';
import { signInToDemo } from './sign-in.ts';

/** Table of the specification's section 2, by each type's demo account. */
const people: readonly (readonly [loginName: string, type: UserType, landing: string])[] = [
  ['admin', 1, '/school/index'],
  ['school', 2, '/teacher/home/index'],
  ['leader', 3, '/teacher/home/index'],
  ['marker', 4, '/marker/exam/index'],
  ['invigilator', 5, '/invigilator/exam/index'],
  ['teacher', 6, '/teacher/home/index'],
  ['student', 7, '/student/home/index'],
  ['examinee', 8, '/student/home/index'],
  ['system', 9, '/system/index'],
  ['question', 10, '/question/index'],
  ['enrolladmin', 11, '/enroll/index'],
  ['enrolluser', 12, '/enroll/main'],
];

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'parallel' });

test.use({ server: async ({ sharedServer }, provide) => provide(sharedServer) });

/** Returns one page of every area that this account may not enter, with ids filled in. Unit tests of the route table cover the rest. */
function closedTo(own: readonly Role[]): string[] {
  const open = new Set(routeRows.filter((row) => canEnterRoute(row.access, own)).map((row) => row.path));
  const closed = routeRows.filter((row) => !open.has(row.path));
  const areas = new Map(closed.map((row) => [row.path.split('/')[1], row.path] as const));
  return [...areas.values()].map((path) => path.replace(/:\w+\??/g, '1'));
}

for (const [loginName, type, landing] of people) {
  test(`${loginName} opens every page of the menu, its first row and its forms by clicking, and no other page @journey`, async ({
    page,
    server,
  }) => {
    test.slow();
    const own = userTypes[type].roles;
    const mine = routeRows.filter((row) => row.access !== 'public' && canEnterRoute(row.access, own));
    const walk = new PageWalk(page);
    await signInToDemo(page, server.origin, loginName);
    await expect(page).toHaveURL(`${server.origin}${landing}`);
    await expect(page).toHaveTitle(`${appTexts.titles[mine.find((row) => row.path === landing)?.title ?? 'home']}-江南职业技术学院`);

    const entries = await walk.menuEntries();
    const links = externalLinks.filter((link) => canEnterRoute(link.access, own)).map((link) => link.href);
    expect(entries.toSorted()).toEqual([...mine.filter((row) => row.sidebar === true).map((row) => row.path), ...links].toSorted());

    for (const entry of entries) if (!links.includes(entry)) await walk.visit(entry);
    test.info().annotations.push({ type: 'opened', description: walk.opened.join(' ') });
    expect(walk.faults).toEqual([]);

    const refused = closedTo(own);
    expect(refused.length).toBeGreaterThan(2);
    expect(await walk.landingsOf(refused)).toEqual(refused.map(() => '/404'));

    await page.getByRole('link', { name: '返回首页' }).click();
    await page.getByRole('link', { name: /^继续/ }).click();
    await walk.expectNoReload();
    await walk.openMenu();
    await page.getByRole('button', { name: '退出登录' }).click();
    await expect(page).toHaveURL(`${server.origin}/login/demo`);
  });
}
