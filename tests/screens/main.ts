import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { browserArgs, findBrowser } from '../e2e/browser-finder.ts';
import { rehearse } from './rehearsal.ts';
import { screens, type Screen } from './screen-list.ts';

/**
 * Pictures of the pages, as they are now, in docs/screens: `npm run screens`, or `npm run screens -- --only questions`.
 * `--url` takes a server that runs already; else one is started on a folder of its own with the demo data.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: 'docs/screens' },
    port: { type: 'string', default: '21620' },
  },
});

const looks = [
  { name: '', width: 1366, height: 768, theme: 'light' },
  { name: '-1024', width: 1024, height: 768, theme: 'light' },
  { name: '-dark', width: 1366, height: 768, theme: 'dark' },
] as const;

async function startServer(): Promise<{ url: string; stop: () => void }> {
  const data = mkdtempSync(join(tmpdir(), 'wenkao-screens-'));
  const url = `http://127.0.0.1:${values.port}`;
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: values.port, WENKAO_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes(url) && resolve());
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

/** The page as it stands, in every look. */
async function show(name: string, page: Page): Promise<void> {
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.emulateMedia({ colorScheme: look.theme });
    await page.screenshot({ path: join(values.out, `${name}${look.name}.png`) });
  }
  await page.setViewportSize({ width: looks[0].width, height: looks[0].height });
  await page.emulateMedia({ colorScheme: 'light' });
}

async function picture(browser: Browser, url: string, screen: Screen, planId: number): Promise<void> {
  for (const look of looks.slice(0, screen.lightOnly === true ? 1 : looks.length)) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: look.width, height: look.height },
      colorScheme: look.theme,
      reducedMotion: 'reduce',
      locale: 'zh-CN',
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${screen.name}: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && console.error(`${screen.name}: ${message.text()}`));
    if (screen.as !== undefined) await signIn(page, screen.as);
    await page.goto(screen.path.replace('{plan}', String(planId)));
    await page.waitForLoadState('networkidle');
    await screen.act?.(page);
    await page.waitForLoadState('networkidle');
    // The formula engine comes as a chunk of its own; a formula it can't read keeps its dollar signs.
    const rendered = () => [...document.querySelectorAll('.rich')].every((each) => !(each.textContent ?? '').includes('$'));
    await page.waitForFunction(rendered, undefined, { timeout: 3000 }).catch(() => undefined);
    await page.screenshot({ path: join(values.out, `${screen.name}${look.name}.png`) });
    await context.close();
  }
}

mkdirSync(values.out, { recursive: true });
const server = values.url === undefined ? await startServer() : { url: values.url, stop: () => undefined };
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() });
try {
  const planId = await rehearse(browser, server.url, signIn, show);
  for (const screen of screens.filter(
    (each) => values.only === undefined || values.only.split(',').some((name) => each.name.includes(name)),
  )) {
    await picture(browser, server.url, screen, planId);
    console.log(screen.name);
  }
} finally {
  await browser.close();
  server.stop();
}
