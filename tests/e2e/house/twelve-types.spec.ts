import { expect, type Page } from '@playwright/test';
import type { CallSpec } from '../../../sync/contract/call.ts';
import { contract } from '../../../sync/contract/index.ts';
import { readOnlyUserType, userTypes, type Role, type UserType } from '../../../sync/contract/roles.ts';
import { appTexts } from '../../../web/app/app-texts.ts';
import { mayEnter } from '../../../web/app/permitted.ts';
import { routeRows } from '../../../web/app/routes.ts';
import { externalLinks } from '../../../web/app/routes/menu-groups.ts';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { signIn } from './sign-in.ts';

/** The specification's table (section 2), by the demo account of each type. */
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

const everyCall = Object.values(contract).flatMap((calls) => Object.values(calls) as (CallSpec & { path: string })[]);
/** An address of the row as somebody would type it. */
const typed = (path: string): string => path.replace(/:\w+\??/g, '1');

/** One page of every area and every list of roles that lets none of these in; that all rows are guarded alike is the table's own test. */
function closedTo(own: readonly Role[]): string[] {
  const open = new Set(routeRows.filter((row) => mayEnter(row.access, own)).map((row) => row.path));
  const kinds = new Map(
    routeRows
      .filter((row) => !open.has(row.path))
      .map((row) => [`${row.path.split('/').slice(1, 3).join('/')} ${String(row.access)}`, row.path] as const),
  );
  return [...kinds.values()];
}

// A worker that fills its cache for each new browser costs more than all that is looked at here.
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
test.beforeAll(async () => {
  server = new ServerProcess(await freePort());
  await server.start();
});
test.afterAll(() => server.dispose());

/** Goes to each address as Back and Forward do, without a new document; resolves with where each led. */
const walk = (page: Page, paths: readonly string[]): Promise<string[]> =>
  page.evaluate(async (addresses) => {
    const led: string[] = [];
    for (const address of addresses) {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
      const untilMs = performance.now() + 20_000;
      while (location.pathname === address && performance.now() < untilMs) await new Promise((next) => requestAnimationFrame(next));
      led.push(location.pathname);
    }
    return led;
  }, paths);

for (const [loginName, type, landing] of people) {
  test(`${loginName} lands, sees and enters what is theirs and nothing else, and signs out to their school @journey`, async ({ page }) => {
    const own = userTypes[type].roles;
    const mine = routeRows.filter((row) => row.access !== 'public' && mayEnter(row.access, own));
    await signIn(page, server.origin, loginName);
    await expect(page).toHaveURL(`${server.origin}${landing}`);

    const title = mine.find((row) => row.path === landing)?.title ?? 'home';
    await expect(page).toHaveTitle(`${appTexts.titles[title]}-江南职业技术学院`);

    const menu = page.getByRole('navigation', { name: '主菜单' });
    const offered = mine.filter((row) => row.sidebar === true);
    await expect(menu.getByRole('link').first()).toBeVisible();
    const closed = menu.getByRole('button', { expanded: false });
    while ((await closed.count()) > 0) await closed.first().click();
    const shown = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const standing = [
      ...offered.map((row) => row.path),
      ...externalLinks.filter((link) => mayEnter(link.access, own)).map((link) => link.href),
    ];
    expect(shown.toSorted()).toEqual(standing.toSorted());

    const refused = closedTo(own);
    expect(refused.length).toBeGreaterThan(8);
    await page.goto(`${server.origin}${typed(refused[0] ?? '')}`);
    await expect(page).toHaveURL(`${server.origin}/404`);
    const led = await walk(page, refused.map(typed));
    expect(refused.filter((_, at) => led[at] !== '/404')).toEqual([]);

    const token = await page.evaluate(() => sessionStorage.getItem('wenkao.token'));
    const closedCalls = everyCall.filter(
      ({ access, changes, leaderMay }) =>
        typeof access !== 'string' && (!mayEnter(access, own) || (changes && leaderMay !== true && type === readOnlyUserType)),
    );
    const answer = async (path: string): Promise<number> => {
      const reply = await fetch(`${server.origin}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-Token': token ?? '' },
        body: '{}',
      });
      return ((await reply.json()) as { code: number }).code;
    };
    const answers = await Promise.all(closedCalls.map(async ({ path }) => [path, await answer(path)] as const));
    expect(closedCalls.length).toBeGreaterThan(3);
    expect(answers.filter(([, code]) => code !== 1003)).toEqual([]);

    await page.getByRole('link', { name: '返回首页' }).click();
    await page.getByRole('link', { name: /^继续/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await expect(page).toHaveURL(`${server.origin}/login/demo`);
    expect(await answer('/user/getInfo')).toBe(1004);
  });
}
