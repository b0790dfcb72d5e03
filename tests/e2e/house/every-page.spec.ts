import { expect, type Page } from '@playwright/test';
import { userTypes, type Role, type UserType } from '../../../sync/contract/roles.ts';
import { canEnterRoute } from '../../../web/app/routes/route-access.ts';
import { routeRows } from '../../../web/app/routes.ts';
import { externalLinks } from '../../../web/app/routes/menu-groups.ts';
import { isLanding } from '../rig/landing.ts';
import { test } from '../rig/test.ts';
import { PageWalk } from './page-walk.ts';
import { signInToDemo } from './sign-in.ts';

type Person = readonly [loginName: string, type: UserType, landing: string];

/**
 * Demo accounts with their user type and the page that they see after signing in (section 2 of the specification). The persons of a list use one tab
 * one after the other, so that data of an earlier session would be noticed.
 */
const walks: Readonly<Record<string, readonly Person[]>> = {
  'staff of a school': [
    ['school', 2, '/teacher/home/index'],
    ['leader', 3, '/teacher/home/index'],
    ['teacher', 6, '/teacher/home/index'],
  ],
  'everybody else': [
    ['admin', 1, '/school/index'],
    ['marker', 4, '/marker/exam/index'],
    ['invigilator', 5, '/invigilator/exam/index'],
    ['student', 7, '/student/home/index'],
    ['examinee', 8, '/student/home/index'],
    ['system', 9, '/system/index'],
    ['question', 10, '/question/index'],
    ['enrolladmin', 11, '/enroll/index'],
    ['enrolluser', 12, '/enroll/main'],
  ],
};

test.describe.configure({ mode: 'parallel' });

test.use({ server: async ({ sharedServer }, provide) => provide(sharedServer) });

/** Returns one page from each area that has pages which this account may not open. Unit tests of the route table cover the other pages. */
function closedTo(own: readonly Role[]): string[] {
  const open = new Set(routeRows.filter((row) => canEnterRoute(row.access, own)).map((row) => row.path));
  const closed = routeRows.filter((row) => !open.has(row.path));
  const areas = new Map(closed.map((row) => [row.path.split('/')[1], row.path] as const));
  return [...areas.values()].map((path) => path.replace(/:\w+\??/g, '1'));
}

/** True if an earlier person in the list has the same roles. */
const hasEqual = (people: readonly Person[], [, type]: Person, at: number): boolean =>
  people.slice(0, at).some(([, before]) => userTypes[before].roles.join() === userTypes[type].roles.join());

/** Signs a person in, opens their pages, tries pages of others, and signs out. */
async function walkAs(page: Page, origin: string, [loginName, type, landing]: Person, known: Set<string>): Promise<void> {
  const own = userTypes[type].roles;
  const mine = routeRows.filter((row) => row.access !== 'public' && canEnterRoute(row.access, own));
  const walk = new PageWalk(page);
  await signInToDemo(page, origin, loginName);
  await expect(page).toHaveURL(`${origin}${landing}`);
  await expect(page).toHaveTitle(`${mine.find((row) => row.path === landing)?.title?.[0]}-江南职业技术学院`);

  const entries = await walk.menuEntries();
  const links = externalLinks.filter((link) => canEnterRoute(link.access, own)).map((link) => link.href);
  expect(entries.toSorted()).toEqual([...mine.filter((row) => row.sidebar === true).map((row) => row.path), ...links].toSorted());

  for (const entry of entries.filter((each) => !links.includes(each))) {
    await walk.visit(entry, { inside: !isLanding || !known.has(entry) });
    known.add(entry);
  }
  test.info().annotations.push({ type: `opened by ${loginName}`, description: walk.opened.join(' ') });
  expect(walk.faults).toEqual([]);

  const refused = closedTo(own);
  expect(refused.length).toBeGreaterThan(2);
  expect(await walk.landingsOf(refused)).toEqual(refused.map(() => '/404'));

  await page.getByRole('link', { name: '返回首页' }).click();
  await page.getByRole('link', { name: /^继续/ }).click();
  await walk.expectNoReload();
  await walk.openMenu();
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(`${origin}/login/demo`);
  walk.end();
}

for (const [whose, people] of Object.entries(walks)) {
  test(`${whose} open each menu page, its first row and its forms by clicking, and are refused other pages @journey`, async ({
    page,
    server,
  }) => {
    test.slow();
    // `npm test` saves time: it opens the first row and the form of each page only once, and skips persons with the same roles as an earlier one.
    const known = new Set<string>();
    for (const [at, person] of people.entries())
      if (!isLanding || !hasEqual(people, person, at)) await test.step(person[0], () => walkAs(page, server.origin, person, known));
  });
}
