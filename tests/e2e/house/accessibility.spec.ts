import { expect, type Page } from '@playwright/test';
import { userTypes, type Role } from '../../../sync/contract/roles.ts';
import { canEnterRoute } from '../../../web/app/routes/route-access.ts';
import { routeRows } from '../../../web/app/routes.ts';
import type { RouteRow } from '../../../web/app/routes/route-row.ts';
import { test } from '../rig/test.ts';
import { findPageFaults, findLayoutFaults, onlyViolations, type AxeResults, listSeriousFaults } from './page-faults.ts';
import { signInToDemo } from './sign-in.ts';

/** Each page component once per layout, even if several addresses show it. The demo data has rows with id 1. */
const visits = [...new Map(routeRows.map((row) => [`${row.layout} ${String(row.page)}`, row] as const)).values()];
const typed = ({ path, ids }: RouteRow): string =>
  path.replace('/help/:id', '/help/examinee').replace(/:\w+\??/g, ids === 'code' ? 'demo' : '1');

const accounts = {
  1: 'admin',
  2: 'school',
  4: 'marker',
  5: 'invigilator',
  6: 'teacher',
  7: 'student',
  8: 'examinee',
  9: 'system',
  10: 'question',
  11: 'enrolladmin',
  12: 'enrolluser',
} as const;

/** Returns the first demo account that may open the page. */
function visitor({ access }: RouteRow): string | undefined {
  if (access === 'public') return undefined;
  return Object.entries(accounts).find(([type]) => canEnterRoute(access, rolesOf(Number(type))))?.[1];
}
const rolesOf = (type: number): readonly Role[] => userTypes[type as keyof typeof userTypes].roles;

// This file takes longest, so its tests are distributed over several workers.
test.describe.configure({ mode: 'parallel' });
const pagesPerTest = 8;

test.use({ server: async ({ sharedServer }, provide) => provide(sharedServer) });

/**
 * Checks only contrast, the one rule that other colours can break. Runs the rule of axe directly, because AxeBuilder injects axe into the page each
 * time, which takes longer than the rule.
 */
const contrastFaultsOf = async (page: Page, name: string): Promise<string[]> =>
  listSeriousFaults(
    await page.evaluate(
      (options) =>
        (globalThis as unknown as { axe: { run: (at: Document, how: object) => Promise<AxeResults> } }).axe.run(document, options),
      { ...onlyViolations, runOnly: ['color-contrast'] },
    ),
    name,
  );

/** Sets a colour scheme and waits until the page has applied it and no transition is running. */
async function wear(page: Page, colorScheme: 'light' | 'dark', contrast: 'more' | 'no-preference'): Promise<void> {
  await page.emulateMedia({ colorScheme, contrast });
  await page.waitForFunction(
    ([dark, high]) => {
      const { classList } = document.documentElement;
      const heard = classList.contains('dark') === dark && classList.contains('contrast') === high;
      return heard && !document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running');
    },
    [colorScheme === 'dark', contrast === 'more'] as const,
  );
}

/** Presses Tab through the page, starting after the sidebar. At each stop the focus must be visible and must move on with the next Tab. */
async function keyboardFaults(page: Page, stops = 25): Promise<string[]> {
  const faults: string[] = [];
  const seen = new Set<string>();
  await page
    .locator('main')
    .first()
    .evaluate((main) => {
      main.tabIndex = -1;
      main.focus();
    });
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const here = document.activeElement;
      if (here === null || here === document.body) return null;
      const key = String(((here as HTMLElement).dataset['stop'] ??= String(document.querySelectorAll('[data-stop]').length)));
      const { width, height } = here.getBoundingClientRect();
      // The focus of a field may be shown on the box around it, and that of a table row on its first cell.
      const shown = [
        here,
        here.firstElementChild,
        here.parentElement,
        here.parentElement?.parentElement,
        here.closest('[class*="focus-within"]'),
        here.nextElementSibling,
      ];
      const marked = shown.some((each) => {
        if (each === null || each === undefined) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      });
      const name = `${here.tagName.toLowerCase()} "${here.getAttribute('aria-label') ?? (here.textContent ?? '').trim().slice(0, 20)}"`;
      return { key, name, marked, size: width * height };
    });
    if (at === null || seen.has(at.key)) break;
    seen.add(at.key);
    if (!at.marked) faults.push(`focus unseen at ${at.name}`);
    if (at.size === 0) faults.push(`focus on nothing at ${at.name}`);
  }
  if (seen.size === 0) faults.push('nothing takes the focus');
  return faults;
}

for (const account of [undefined, ...Object.values(accounts)]) {
  const all = visits.filter((row) => visitor(row) === account);
  for (let from = 0; from < all.length; from += pagesPerTest) lookAt(account, all.slice(from, from + pagesPerTest), from);
}

function lookAt(account: string | undefined, rows: readonly RouteRow[], from: number): void {
  const which = `pages ${from + 1} to ${from + rows.length} of ${account ?? 'visitors without an account'}`;
  test(`${which} are accessible: contrast in light, dark and high-contrast colours, small screens, keyboard`, async ({ page, server }) => {
    test.setTimeout(60_000 + rows.length * 40_000);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    if (account !== undefined) await signInToDemo(page, server.origin, account);
    const faults: string[] = [];
    for (const [at, row] of rows.entries()) {
      await page.goto(`${server.origin}${typed(row)}`);
      await expect(page.locator('main').first()).toBeVisible();
      // Wait until the page has loaded its data, but at most 3 s, because pages of an exam never stop polling.
      await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
      expect(new URL(page.url()).pathname).toBe(typed(row));
      faults.push(...(await findPageFaults(page, row.path)));
      await wear(page, 'dark', 'no-preference');
      faults.push(...(await contrastFaultsOf(page, `${row.path} (dark)`)));
      // Colours with high contrast are the same for all pages. So every other page is checked in the light variant, and the rest in the dark one.
      const colorScheme = at % 2 === 0 ? 'light' : 'dark';
      await wear(page, colorScheme, 'more');
      faults.push(...(await contrastFaultsOf(page, `${row.path} (high contrast, ${colorScheme})`)));
      await wear(page, 'light', 'no-preference');
      await page.setViewportSize({ width: 1024, height: 768 });
      const more = [...(await findLayoutFaults(page)), ...(await keyboardFaults(page))];
      faults.push(...more.map((fault) => `${row.path} (1024): ${fault}`));
      await page.setViewportSize({ width: 1366, height: 768 });
    }
    expect(faults).toEqual([]);
  });
}
