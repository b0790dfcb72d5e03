import { expect, type Browser, type BrowserContext, type Page, type Request } from '@playwright/test';
import { auditCalls } from '../../../../sync/contract/audit.ts';
import type { CallSpec } from '../../../../sync/contract/call.ts';
import { contract } from '../../../../sync/contract/index.ts';
import { ApiClient } from '../../rig/api-client.ts';
import { freePort } from '../../rig/free-port.ts';
import { ServerProcess } from '../../rig/server-process.ts';
import { test } from '../../rig/test.ts';
import { signIn } from '../sign-in.ts';
import { gaps, made, type Press, pressTwice, type Try } from './press.ts';

export const changingCalls: readonly string[] = Object.values(contract)
  .flatMap((module) => Object.values(module) as (CallSpec & { path: string })[])
  .filter((call) => call.changes && call.access !== 'ticket')
  .map((call) => call.path);

/** Each at one gap, and all gaps in turn; `WENKAO_PRESSES=all`: each at every gap. */
const isWhole = process.env['WENKAO_PRESSES'] === 'all';
/** What a second press began would have been sent by then. */
const quietMs = 400;

/** What a page asks the server to change, from `begin` on. */
function changesOf(page: Page) {
  let sent: string[] = [];
  const open = new Set<Request>();
  let lastMs = 0;
  const ended = (request: Request): void => {
    if (open.delete(request)) lastMs = performance.now();
  };
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace(/^\/api/, '');
    if (!changingCalls.includes(path)) return;
    sent.push(path);
    open.add(request);
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    begin: () => void (sent = []),
    /** `expected` have been sent and answered, and nothing more comes for a while: what a press brings along may begin late. */
    settled: async (expected: number): Promise<string[]> => {
      await expect
        .poll(() => sent.length >= expected && open.size === 0 && performance.now() - lastMs > quietMs, { message: sent.join(', ') })
        .toBe(true);
      return sent;
    },
  };
}
type Opened = { readonly page: Page; readonly changes: ReturnType<typeof changesOf> };

/** Presses each of these twice: one call is sent, one stands in the audit log, and nothing on the page is at fault. */
export function tryPresses(presses: readonly Press[]): void {
  // A worker that fills its cache for each new browser costs more than all that is looked at here.
  test.use({ serviceWorkers: 'block' });
  let server: ServerProcess;
  const clients = new Map<string, Promise<ApiClient>>();
  const opened = new Map<string, Opened>();
  const contexts: BrowserContext[] = [];
  const as = (loginName: string): Promise<ApiClient> => {
    const known = clients.get(loginName) ?? ApiClient.signIn(server.origin, loginName);
    clients.set(loginName, known);
    return known;
  };
  const tries = presses.flatMap((press, at) =>
    (isWhole ? gaps : [gaps[at % gaps.length] ?? 0]).map((gap, nth) => ({ press, gap, n: at + 1 + nth * presses.length })),
  );
  const tryOf = (n: number): Try => ({ server, n, name: `连点${String(n).padStart(3, '0')}号`, as });
  test.beforeAll(async () => {
    server = new ServerProcess(await freePort());
    await server.start();
    for (const { press, n } of tries) await press.ahead?.(tryOf(n));
  });
  test.afterAll(async () => {
    for (const context of contexts) await context.close();
    await server.dispose();
  });
  const open = async (browser: Browser, by: string | null): Promise<Opened> => {
    const known = opened.get(by ?? '');
    if (known !== undefined && by !== null) return known;
    const context = await browser.newContext({ serviceWorkers: 'block', locale: 'zh-CN', viewport: { width: 1366, height: 768 } });
    contexts.push(context);
    const page = await context.newPage();
    page.on('dialog', (question) => void question.accept());
    if (by !== null) await signIn(page, server.origin, by);
    const fresh = { page, changes: changesOf(page) };
    opened.set(by ?? '', fresh);
    return fresh;
  };

  for (const { press, gap, n } of tries) {
    test(`${press.call} ${press.what} (${press.from.split('/').at(-1)}) at ${gap} ms`, async ({ browser }) => {
      const { page, changes } = await open(browser, press.by);
      const go = async (path: string): Promise<void> => void (await page.goto(server.origin + path));
      const goal = await press.ready({ ...tryOf(n), page, go });
      await expect(goal).toBeEnabled();
      const admin = await as('admin');
      const entries = async () => (await made(admin, auditCalls.getList, { pageSize: 50 })).items;
      const before = (await entries())[0]?.id ?? 0;
      changes.begin();
      await pressTwice(page, goal, gap, press.key);
      const expected = [...(press.first ?? []), press.call, ...(press.brings ?? [])];
      expect(await changes.settled(expected.length)).toEqual(expected);
      const logged = (await entries()).filter((entry) => entry.id > before && changingCalls.includes(entry.call)).toReversed();
      expect(logged.map(({ call, code }) => [call, code])).toEqual(expected.map((call) => [call, 0]));
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    });
  }
}
