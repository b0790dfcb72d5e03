import { type Browser, chromium, type Page } from '@playwright/test';
import { userTypes } from '../../sync/contract/roles.ts';
import { measuredBrowserArgs, findBrowser } from '../e2e/browser-finder.ts';
import { signInToDemo } from '../e2e/house/sign-in.ts';
import { benchExamName, openExam, slowDown } from './browser-rig.ts';
import { benchReport, computePercentile, recordFigure } from './figure.ts';

const slow = 4;
const playerQuestions = 20;

/** Role → demo account, for accounts that are not named like their role. */
const accounts: Readonly<Record<string, string>> = {
  superAdmin: 'admin',
  schoolAdmin: 'school',
  schoolLeader: 'leader',
  questionAdmin: 'question',
  enrollAdmin: 'enrolladmin',
  enrollUser: 'enrolluser',
};

/** Measurements of one page load. Times in milliseconds. */
interface Vitals {
  /** Duration of each interaction, from the input to the next paint. Shorter ones than 16 ms count as 16. */
  readonly interactionMs: readonly number[];
  readonly largestPaintMs: number;
  readonly layoutShift: number;
  /** The elements that moved, and by how much. */
  readonly shifted: readonly string[];
}

/** Measures interaction to next paint, largest paint and layout shift of the player and of every role's home, on slowed pages. */
export async function benchVitals(): Promise<void> {
  const { server, person, close } = await openExam();
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({ executablePath: findBrowser(), args: measuredBrowserArgs() });
    for (const { name, landing } of Object.values(userTypes)) {
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', serviceWorkers: 'block' });
      await signInToDemo(page, server.origin, accounts[name] ?? name);
      report(`home.${name}`, await measureHome(page, `${server.origin}${landing}`));
      await page.close();
    }
    await person.sitDown();
    await person.signIn();
    await person.prepare(benchExamName);
    await person.enter();
    await person.paperOpen();
    report('player', await measurePlayer(person.page));
  } finally {
    await browser?.close();
    await close();
  }
}

function report(name: string, { interactionMs, largestPaintMs, layoutShift, shifted }: Vitals): void {
  const p75 = computePercentile(interactionMs, 0.75);
  benchReport.atMost(`vitals.${name}.inp`, p75, `ms p75 of ${interactionMs.length}, longest ${Math.max(...interactionMs)}`, 100);
  benchReport.seen(`vitals.${name}.lcp`, largestPaintMs, 'ms');
  benchReport.atMost(`vitals.${name}.cls`, layoutShift, 'layout shift', 0);
  for (const element of shifted) recordFigure(`${name} moved: ${element}`);
}

/** Loads a home page, then walks through it by keys, and opens and closes the account menu. */
async function measureHome(page: Page, url: string): Promise<Vitals> {
  await slowDown(page, slow);
  await page.addInitScript(noteVitals);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading').first().waitFor();
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('Tab');
  const account = page.getByRole('button', { name: /的菜单$/ });
  // The home page of the question platform has no account menu.
  for (let n = 0; n < 3 && (await account.isVisible()); n += 1) {
    await account.click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  return page.evaluate(takeVitals);
}

/** Reloads the player, then answers questions by mouse and keys. */
async function measurePlayer(page: Page): Promise<Vitals> {
  const devtools = await slowDown(page, slow);
  await page.addInitScript(noteVitals);
  await page.reload();
  const next = page.getByRole('button', { name: '下一题' });
  for (let n = 0; n < playerQuestions; n += 1) {
    const question = page.locator('[data-shown] article[data-item]');
    await question
      .getByRole('radio')
      .nth(n % 3)
      .click();
    if (n % 2 === 0) await next.click();
    else await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: new RegExp(`^第 ${n + 2} 题，共`) }).waitFor();
  }
  const vitals = await page.evaluate(takeVitals);
  await devtools.detach();
  return vitals;
}

interface NotedVitals {
  readonly durations: Map<number, number>;
  largestPaintMs: number;
  layoutShift: number;
  readonly shifted: string[];
}

/** Runs in the page before its scripts. Collects the measurements of the page load in `globalThis.vitals`. */
function noteVitals(): void {
  const noted: NotedVitals = { durations: new Map(), largestPaintMs: 0, layoutShift: 0, shifted: [] };
  (globalThis as { vitals?: NotedVitals }).vitals = noted;
  type EventTiming = PerformanceEntry & { readonly interactionId: number };
  type Shift = PerformanceEntry & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
  };
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  observe('event', (entry) => {
    const { interactionId, duration } = entry as EventTiming;
    // One press causes several events with the same interaction id. Its longest event counts.
    if (interactionId > 0) noted.durations.set(interactionId, Math.max(duration, noted.durations.get(interactionId) ?? 0));
  });
  observe('largest-contentful-paint', (entry) => (noted.largestPaintMs = entry.startTime));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as Shift;
    if (hadRecentInput) return;
    noted.layoutShift += value;
    for (const { node, previousRect: from, currentRect: to } of sources) {
      const element = node instanceof Element ? node : node?.parentElement;
      const what = `${element?.tagName.toLowerCase() ?? '?'} "${(element?.textContent ?? '').trim().slice(0, 30)}" ${element?.className ?? ''}`;
      noted.shifted.push(`${what} from ${from.x},${from.y} ${from.width}×${from.height} to ${to.x},${to.y} ${to.width}×${to.height}`);
    }
  });
}

/** Runs in the page. Returns the measurements that `noteVitals` collected. */
async function takeVitals(): Promise<Vitals> {
  // Wait, because the browser reports entries only after the frame that they describe.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { durations, ...seen } = (globalThis as unknown as { vitals: NotedVitals }).vitals;
  return { ...seen, interactionMs: [...durations.values()] };
}
