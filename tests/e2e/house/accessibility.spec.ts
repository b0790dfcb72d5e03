import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { userTypes, type Role } from '../../../sync/contract/roles.ts';
import { mayEnter } from '../../../web/app/permitted.ts';
import { routeRows } from '../../../web/app/routes.ts';
import type { RouteRow } from '../../../web/app/routes/route-row.ts';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { signIn } from './sign-in.ts';

/** Each page once in each layout, however many addresses it has; the demo data has things of the number 1. */
const visits = [...new Map(routeRows.map((row) => [`${row.layout} ${String(row.page)}`, row] as const)).values()];
const typed = ({ path, ids }: RouteRow): string => path.replace(/:\w+\??/g, ids === 'code' ? 'demo' : '1');

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

/** Who looks at a page: the first account that may. */
function visitor({ access }: RouteRow): string | undefined {
  if (access === 'public') return undefined;
  return Object.entries(accounts).find(([type]) => mayEnter(access, rolesOf(Number(type))))?.[1];
}
const rolesOf = (type: number): readonly Role[] => userTypes[type as keyof typeof userTypes].roles;

// A worker that fills its cache for each new browser costs more than all that is looked at here.
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
test.beforeAll(async () => {
  server = new ServerProcess(await freePort());
  await server.start();
});
test.afterAll(() => server.dispose());

/** What keeps people out, by axe: of impact serious or critical. */
async function faultsOf(page: Page, name: string, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${name}: ${id} at ${node.target.join(' ')}`));
}

for (const account of [undefined, ...Object.values(accounts)]) {
  const rows = visits.filter((row) => visitor(row) === account);
  if (rows.length === 0) continue;
  test(`the pages ${account ?? 'nobody'} sees keep nobody out, in light and in dark`, async ({ page }) => {
    test.setTimeout(30_000 + rows.length * 10_000);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    if (account !== undefined) await signIn(page, server.origin, account);
    const faults: string[] = [];
    for (const row of rows) {
      await page.goto(`${server.origin}${typed(row)}`);
      await expect(page.locator('main').first()).toBeVisible();
      // What the page asks for has come; the pages of an exam never stop asking.
      await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
      expect(new URL(page.url()).pathname).toBe(typed(row));
      faults.push(...(await faultsOf(page, row.path)));
      await page.emulateMedia({ colorScheme: 'dark' });
      faults.push(...(await faultsOf(page, `${row.path} (dark)`, ['color-contrast'])));
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(faults).toEqual([]);
  });
}
