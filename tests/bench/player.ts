import type { Page } from '@playwright/test';
import { openExam, examName, slowDown } from './browser-rig.ts';
import { median, note, percentile, report } from './figure.ts';

const slow = 4;

/** The player in a real Chromium whose renderer is slowed four times, on a paper of 200 questions. */
export async function benchPlayer(): Promise<void> {
  const { person, link, close } = await openExam();
  try {
    await person.sitDown();
    await person.signIn();
    await person.prepare(examName);
    await person.enter();
    await person.paperOpen();
    const devtools = await slowDown(person.page, slow);

    const clicks = await person.page.evaluate(clickThrough, 80);
    report.atMost(
      'player.clickToCommitted',
      percentile(clicks.committedMs, 0.99),
      `ms p99 of ${clicks.committedMs.length}, lamp shown included`,
      50,
    );
    report.seen('player.clickToCommittedMedian', median(clicks.committedMs), 'ms');
    report.atMost('player.questionToQuestion', percentile(clicks.paintedMs, 0.95), `ms p95 of ${clicks.paintedMs.length}, painted`, 50);
    report.seen('player.questionToQuestionMedian', median(clicks.paintedMs), 'ms');

    const longest = await typeAnswer(person.page);
    report.atMost('player.longestTaskTyping', longest, 'ms while typing', 50);
    await devtools.detach();

    const url = person.page.url();
    await person.device.kill();
    await link.offline();
    await person.sitDown();
    await person.signIn();
    await slowDown(person.page, slow);
    await person.page.addInitScript(noteAnswerable);
    await person.page.goto(url);
    await person.paperOpen();
    const answerable = await person.page.waitForFunction(() => (globalThis as { answerableMs?: number }).answerableMs);
    report.atMost(
      'player.offlineStart',
      (await answerable.jsonValue()) ?? Number.NaN,
      'ms from navigation to answerable, browser just started',
      1500,
    );
  } catch (error) {
    note((await person.page.ariaSnapshot().catch(() => 'no page')).slice(0, 3000));
    throw error;
  } finally {
    await close();
  }
}

/** In the page: chooses an option and waits until the count of ops on this PC has risen, then goes on to the next question and waits for its paint. */
async function clickThrough(questions: number): Promise<{ committedMs: number[]; paintedMs: number[] }> {
  const here = (): number => Number(/\/\s*(\d+)/.exec(document.querySelector('[data-lamp="server"]')?.textContent ?? '')?.[1] ?? 0);
  const item = (): string | undefined => document.querySelector<HTMLElement>('article[data-item]')?.dataset['item'];
  const changed = (done: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!done()) return;
        observer.disconnect();
        resolve(performance.now());
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      look();
    });
  // After the frame's own callbacks comes its paint; a message posted from them is handled after that.
  const painted = (): Promise<number> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now()));
        port1.start();
        port2.postMessage(0);
      });
    });
  const committedMs: number[] = [];
  const paintedMs: number[] = [];
  for (let n = 0; n < questions; n += 1) {
    const options = document.querySelectorAll<HTMLInputElement>('article[data-item] input[type="radio"]');
    const option = [...options].filter((input) => !input.checked)[n % 3];
    if (!option) throw new Error(`question ${n + 1} has no options`);
    const before = here();
    let began = performance.now();
    option.click();
    committedMs.push((await changed(() => here() > before)) - began);
    await painted();

    const from = item();
    const next = [...document.querySelectorAll<HTMLButtonElement>('footer button')].at(-1);
    began = performance.now();
    next?.click();
    await changed(() => item() !== from);
    paintedMs.push((await painted()) - began);
    // A person reads: the next click does not come in the same frame.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { committedMs, paintedMs };
}

/** Longest task while a person types an answer, in milliseconds; 0 where none took 50. */
async function typeAnswer(page: Page): Promise<number> {
  await page
    .getByRole('navigation', { name: '答题卡' })
    .getByRole('button', { name: /^第 200 题，/ })
    .click();
  const blank = page.getByRole('textbox', { name: '第1空' });
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

/** Runs in the page before anything else: notes when a question can first be answered. */
function noteAnswerable(): void {
  const seen = globalThis as { answerableMs?: number };
  const look = (): void => {
    const input = document.querySelector<HTMLInputElement>('article[data-item] input');
    if (!input || input.disabled || seen.answerableMs !== undefined) return;
    requestAnimationFrame(() => {
      seen.answerableMs ??= performance.now();
    });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}
