import type { Page } from '@playwright/test';
import { openExam, openPaperInBrowser, slowDown } from './browser-rig.ts';
import { computeMedian, recordFigure, computePercentile, benchReport } from './figure.ts';

const slow = 4;

/**
 * Measures the player (the page on which examinees answer) in a real Chromium with a renderer slowed down four times, on a paper of 200 questions.
 */
export async function benchPlayer(): Promise<void> {
  const { person, link, close } = await openExam();
  try {
    await openPaperInBrowser(person);
    const devtools = await slowDown(person.page, slow);

    const clicks = await clickThrough(person.page, 190);
    benchReport.atMost(
      'player.clickToCommitted',
      computePercentile(clicks.committedMs, 0.99),
      `ms p99 of ${clicks.committedMs.length}, transaction complete`,
      50,
    );
    const longest5 = clicks.committedMs.map((ms, n) => ({ ms, n })).toSorted((a, b) => b.ms - a.ms);
    recordFigure(
      `the longest, and which click each was: ${longest5
        .slice(0, 5)
        .map(({ ms, n }) => `${ms.toFixed(1)} (${n + 1})`)
        .join(', ')}`,
    );
    benchReport.seen('player.clickToCommittedMedian', computeMedian(clicks.committedMs), 'ms');
    benchReport.seen('player.clickToLamp', computePercentile(clicks.indicatorMs, 0.99), 'ms p99, drawn');
    benchReport.seen('player.clickToLampMedian', computeMedian(clicks.indicatorMs), 'ms, drawn');
    benchReport.atMost(
      'player.questionToQuestion',
      computePercentile(clicks.paintedMs, 0.95),
      `ms p95 of ${clicks.paintedMs.length}, painted`,
      50,
    );
    benchReport.seen('player.questionToQuestionMedian', computeMedian(clicks.paintedMs), 'ms');

    const longest = await typeAnswer(person.page);
    benchReport.atMost('player.longestTaskTyping', longest, 'ms while typing', 50);
    await devtools.detach();

    const url = person.page.url();
    await person.device.kill();
    await link.offline();
    await person.sitDown();
    await person.signIn();
    await slowDown(person.page, slow);
    benchReport.atMost(
      'player.offlineStart',
      await openAnswerable(person.page, url),
      'ms from navigation to answerable, browser just started',
      800,
    );
  } catch (error) {
    recordFigure((await person.page.ariaSnapshot().catch(() => 'no page')).slice(0, 3000));
    throw error;
  } finally {
    await close();
  }
}

/**
 * Clicks through questions. Returns for each click, in milliseconds: until its transaction completed, until the save indicator counted
 * it, and until the next question was painted.
 */
export async function clickThrough(
  page: Page,
  questions: number,
): Promise<{ committedMs: number[]; indicatorMs: number[]; paintedMs: number[] }> {
  // Pages and workers have the same method, but Playwright gives them separate types.
  const threads: { evaluate<R>(ask: () => R): Promise<R> }[] = [page, ...page.workers()];
  for (const thread of threads) await thread.evaluate(noteCommits);
  const { clickedAt, ...drawn } = await page.evaluate(clickEach, questions);
  const commits = (await Promise.all(threads.map((thread) => thread.evaluate(takeCommits)))).flat().toSorted((a, b) => a - b);
  if (commits.length !== clickedAt.length) throw new Error(`${clickedAt.length} clicks made ${commits.length} commits`);
  return { ...drawn, committedMs: commits.map((at, n) => at - (clickedAt[n] ?? Number.NaN)) };
}

/** Runs in the page or in a worker. Notes when a transaction that adds an op completes; acknowledgements add none. */
function noteCommits(): void {
  const here = globalThis as { commits?: number[] };
  if (here.commits) return;
  const commits: number[] = (here.commits = []);
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function noted(this: IDBObjectStore, ...args: [unknown, IDBValidKey?]): IDBRequest<IDBValidKey> {
    if (this.name === 'ops') this.transaction.addEventListener('complete', () => commits.push(performance.timeOrigin + performance.now()));
    return add.apply(this, args);
  };
}
const takeCommits = (): number[] => (globalThis as { commits?: number[] }).commits?.splice(0) ?? [];

/** Runs in the page. Chooses an option, waits until the save indicator counts it, then opens the next question and waits for its paint. */
async function clickEach(questions: number): Promise<{ clickedAt: number[]; indicatorMs: number[]; paintedMs: number[] }> {
  const patienceMs = 15_000;
  const here = (): number =>
    Number(/\/\s*(\d+)/.exec(document.querySelector('[data-save-indicator="server"]')?.textContent ?? '')?.[1] ?? 0);
  const item = (): string | undefined => document.querySelector<HTMLElement>('[data-shown] article[data-item]')?.dataset['item'];
  const within = <T>(what: string, run: (resolve: (value: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${what}: nothing within ${patienceMs} ms`)), patienceMs);
      run((value) => {
        clearTimeout(late);
        resolve(value);
      });
    });
  const changed = (what: string, done: () => boolean): Promise<number> =>
    within(what, (resolve) => {
      const look = (): void => {
        if (!done()) return;
        observer.disconnect();
        resolve(performance.now());
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      look();
    });
  // The browser paints after the callbacks of a frame. A message that a callback posts is handled after the paint.
  const painted = (): Promise<number> =>
    within('paint', (resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now()));
        port1.start();
        port2.postMessage(0);
      });
    });
  const next = [...document.querySelectorAll<HTMLButtonElement>('footer button')].find((button) => button.textContent.includes('下一题'));
  if (!next) throw new Error('the player has no button "下一题"');

  const clickedAt: number[] = [];
  const indicatorMs: number[] = [];
  const paintedMs: number[] = [];
  for (let n = 0; n < questions; n += 1) {
    const options = document.querySelectorAll<HTMLInputElement>('[data-shown] article[data-item] input[type="radio"]');
    const option = [...options].filter((input) => !input.checked)[n % 3];
    if (!option) throw new Error(`question ${n + 1} has no options`);
    const before = here();
    let began = performance.now();
    clickedAt.push(performance.timeOrigin + began);
    option.click();
    indicatorMs.push((await changed('save indicator', () => here() > before)) - began);
    await painted();

    const from = item();
    began = performance.now();
    next.click();
    await changed('next question', () => item() !== from);
    paintedMs.push((await painted()) - began);
    // A person reads first. Wait, so that the next click is not in the same frame.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { clickedAt, indicatorMs, paintedMs };
}

/** Types an answer and returns the longest task of the page meanwhile in milliseconds, or 0 if no task took 50 ms. */
async function typeAnswer(page: Page): Promise<number> {
  await page
    .getByRole('navigation', { name: '答题卡' })
    .getByRole('button', { name: /^第 200 题，/ })
    .click();
  const blank = page.getByRole('textbox', { name: '第 1 空' });
  await blank.click();
  await page.evaluate(() => {
    const seen = globalThis as { longTasks?: number[] };
    seen.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longTasks?.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  await blank.pressSequentially('the quick brown fox jumps over the lazy dog and on', { delay: 60 });
  return page.evaluate(() => Math.max(0, ...((globalThis as { longTasks?: number[] }).longTasks ?? [])));
}

/**
 * Navigates to a player and returns the milliseconds until a question can be answered. The page reports this by itself on its console: polling by
 * Playwright would run in the page and slow it down.
 */
async function openAnswerable(page: Page, url: string): Promise<number> {
  await page.addInitScript(reportAnswerable);
  const reported = page.waitForEvent('console', (message) => message.text().startsWith('answerable '));
  await page.goto(url, { waitUntil: 'commit' });
  return Number((await reported).text().slice('answerable '.length));
}

/** Runs in the page before its scripts. Writes to the console when a question can first be answered. */
function reportAnswerable(): void {
  const look = (): void => {
    const input = document.querySelector<HTMLInputElement>('article[data-item] input');
    if (!input || input.disabled) return;
    observer.disconnect();
    requestAnimationFrame(() => console.info(`answerable ${performance.now()}`));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}
