import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { browserArgs, findBrowser } from '../e2e/browser-finder.ts';
import { scanCards } from './card-room.ts';
import { encodePalettePng } from './palette-png.ts';
import { runRehearsal, rehearsedScreens } from './rehearsal.ts';
import { showTroubledPcs, troubledScreens } from './troubled-pcs.ts';
import { scormScreens, showScormPages } from './scorm-pages.ts';
import { runSchoolLife } from './school-life.ts';
import { demoScreens, screenList, type ScreenLooks, type ScreenSpec } from './screen-list.ts';

/**
 * Takes pictures of the current pages into docs/screens: `npm run screens`, or `npm run screens -- --only questions,paper`. `--url` uses
 * a running server; otherwise one is started on a folder of its own with the demo data.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: 'docs/screens' },
    port: { type: 'string', default: '21620' },
  },
});

const light = { name: '', width: 1366, height: 768, theme: 'light' } as const;
const small = { name: '-1024', width: 1024, height: 768, theme: 'light' } as const;
const dark = { name: '-dark', width: 1366, height: 768, theme: 'dark' } as const;
const phone = { name: '-phone', width: 390, height: 844, theme: 'light' } as const;
const tablet = { name: '', width: 1180, height: 820, theme: 'light' } as const;
const looks = {
  light: [light],
  tablet: [tablet],
  small: [light, small],
  phone: [light, phone],
  all: [light, small, dark],
} satisfies Record<ScreenLooks, readonly unknown[]>;

const problems: string[] = [];

/** Starts a server with the demo data. `demo`: `1` with the term of exams and lessons, `bare` without. Resolves when the data is complete. */
async function startServer(demo: '1' | 'bare'): Promise<{ url: string; stop: () => void }> {
  const data = mkdtempSync(join(tmpdir(), 'wenkao-screens-'));
  const url = `http://127.0.0.1:${values.port}`;
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: values.port, WENKAO_DATA: data, WENKAO_DEMO: demo },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    if (demo === 'bare') child.stdout.on('data', (text: Buffer) => text.includes(url) && resolve());
    child.stderr.on('data', (text: Buffer) => {
      process.stderr.write(text);
      if (demo === '1' && text.includes('filled the demo school')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url,
    stop: () => {
      child.removeAllListeners('exit');
      child.once('exit', () => rmSync(data, { recursive: true, force: true }));
      child.kill();
    },
  };
}

async function signIn(page: Page, loginName: string): Promise<void> {
  await page.goto('/login/demo');
  await page.getByLabel('登录名').fill(loginName);
  await page.getByLabel('密码', { exact: true }).fill('Wenkao-2026');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((at) => !at.pathname.startsWith('/login'));
  await page.waitForLoadState('networkidle');
}

/** Finishes colour transitions from light to dark. (Playwright's own option hangs on some pages.) */
async function settle(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

/** Takes a picture of the page in each requested look (window size and colour scheme). */
async function show(name: string, page: Page, which: ScreenLooks = 'all'): Promise<void> {
  for (const look of looks[which]) {
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.emulateMedia({ colorScheme: look.theme });
    await page.evaluate(settle);
    writeFileSync(join(values.out, `${name}${look.name}.png`), encodePalettePng(await page.screenshot()));
  }
  await page.setViewportSize({ width: light.width, height: light.height });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Opens a browser window with a user's usual settings. Errors on its pages are reported at the end of the run. */
async function openWindow(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: light.width, height: light.height },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ...options,
  });
  const page = await context.newPage();
  // The timeout allows for a slow machine, but ends a page that hangs.
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('dialog', (dialog) => void dialog.accept());
  return page;
}

async function picture(page: Page, screen: ScreenSpec, ids: Readonly<Record<string, number>>): Promise<void> {
  await page.goto(screen.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name])));
  await page.waitForLoadState('networkidle');
  await screen.act?.(page);
  await page.waitForLoadState('networkidle');
  // Waits until formulas are typeset: the formula engine loads as a separate chunk. A formula that it cannot read keeps its dollar signs,
  // so the wait ends after 3 s.
  const rendered = () => [...document.querySelectorAll('.rich')].every((each) => !(each.textContent ?? '').includes('$'));
  await page.waitForFunction(rendered, undefined, { timeout: 3000 }).catch(() => undefined);
  await show(screen.name, page, screen.looks);
}

const asked = (name: string) => values.only === undefined || values.only.split(',').some((part) => name.includes(part));
const chosen = screenList.filter((screen) => asked(screen.name));

/** Takes pictures of these pages, account by account. */
async function pictureAll(
  browser: Browser,
  url: string,
  screens: readonly ScreenSpec[],
  ids: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [account, theirs] of Map.groupBy(screens, (screen) => screen.as)) {
    const page = await openWindow(browser, url);
    if (account !== undefined) await signIn(page, account);
    for (const screen of theirs) {
      console.log(screen.name);
      await picture(page, screen, ids).catch((error: unknown) => problems.push(`${screen.name}: ${String(error)}`));
    }
    await page.context().close();
  }
}

async function pictureServer(browser: Browser, url: string): Promise<void> {
  const needsExam = rehearsedScreens.some(asked) || chosen.some((screen) => screen.path.includes('{plan}'));
  if (troubledScreens.some(asked)) await showTroubledPcs({ origin: url, open: () => openWindow(browser, url), show, asked });
  const life = await runSchoolLife(url);
  const plan = needsExam ? await runRehearsal({ origin: url, open: () => openWindow(browser, url), signIn, show }) : 0;
  const cards = chosen.some((screen) => screen.path.includes('{cards}')) ? await scanCards(url) : {};
  await pictureAll(browser, url, chosen, { ...life, plan, ...cards });
  if (scormScreens.some(asked))
    await showScormPages({ origin: url, course: life.course, open: (options) => openWindow(browser, url, options), show });
}

/** Runs work on a server with this kind of demo data, or on the server that `--url` names. */
async function withServer(demo: '1' | 'bare', work: (url: string) => Promise<void>): Promise<void> {
  const server = values.url === undefined ? await startServer(demo) : { url: values.url, stop: () => undefined };
  await work(server.url).finally(server.stop);
}

mkdirSync(values.out, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() });
try {
  const demo = demoScreens.filter((screen) => asked(screen.name));
  if (demo.length > 0) await withServer('1', (url) => pictureAll(browser, url, demo, {}));
  const isAsked = chosen.length > 0 || [...rehearsedScreens, ...troubledScreens, ...scormScreens].some(asked);
  if (isAsked) await withServer('bare', (url) => pictureServer(browser, url));
} finally {
  await browser.close();
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
