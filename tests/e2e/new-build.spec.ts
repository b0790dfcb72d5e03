import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { createSittingRow } from '../contract/fixtures/client-store-rows.ts';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { getSavedIndicator } from './exam/examinee.ts';
import { countLoggedOps } from './exam/log-audit.ts';
import { publishShortExam } from './exam/short-exam.ts';
import { ApiClient } from './rig/api-client.ts';
import { FaultyProxy } from './rig/faulty-proxy.ts';
import { findFreePort } from './rig/free-port.ts';
import { test } from './rig/test.ts';
import { WebHost } from './rig/web-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'wenkao-builds-'));
const out = join(folder, 'web');

const marked = (html: string, name: string): string => html.replace('<head>', `<head><meta name="release" content="${name}">`);

/** Copies the build that the other specs use into two folders: `one`, which is returned, and the folder into which the next release is built. */
function firstRelease(): string {
  const kept = join(folder, 'one');
  cpSync('dist/web', kept, { recursive: true });
  cpSync('dist/web', out, { recursive: true });
  return kept;
}

/**
 * Builds the next release: the product's own build with another release name in the pages and their entries, as any code change would cause.
 */
async function nextRelease(): Promise<string> {
  const mark: Plugin = {
    name: 'mark-release',
    transform: (code, id) => (/\/web\/(?:main|player)\.tsx$/.test(id) ? `${code}\nglobalThis.wenkaoRelease = 'two';` : null),
    transformIndexHtml: (html) => marked(html, 'two'),
  };
  await build({ logLevel: 'silent', plugins: [mark], build: { outDir: out, emptyOutDir: true } });
  return out;
}

/** Returns the release of the open page. A page of the first release names none, because its service worker would refuse a changed page. */
const running = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('meta[name=release]')?.getAttribute('content') ?? 'one');
const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);
const waiting = (page: Page) => page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

/** Writes a stored attempt into the device's database, as entering the exam does. */
const putSitting = (page: Page, row: unknown) =>
  page.evaluate(
    (value) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('wenkao');
        open.onsuccess = () => {
          const write = open.result.transaction('sittings', 'readwrite');
          write.objectStore('sittings').put(value);
          write.oncomplete = () => {
            open.result.close();
            resolve();
          };
          write.onabort = () => reject(write.error ?? new Error('aborted'));
        };
      }),
    row,
  );

// The tests share the builds, because a build takes half a minute.
let first: string;
let second: string;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  first = firstRelease();
  second = await nextRelease();
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a build deployed during an exam waits for the end of the exam, and then for the user’s consent', async ({ addDevice }) => {
  const host = new WebHost(first, await findFreePort());
  const device = addDevice();
  try {
    const page = await device.boot();
    await page.goto(`${host.origin}/login/demo`);
    await controlled(page);
    await putSitting(page, createSittingRow());

    host.deploy(second);
    await page.reload();
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await waiting(page);
    // After a page crash and in a second tab, the build with which the exam began keeps running.
    await page.reload();
    const tab = await device.newTab();
    await tab.goto(`${host.origin}/login/school.demo`);
    expect([await running(page), await running(tab)]).toEqual(['one', 'one']);
    await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
    await expect(page.getByRole('button', { name: '刷新' })).toBeHidden();
    await tab.close();

    // The exam is over and all answers are delivered: the page offers the update, but does not force it.
    await putSitting(page, createSittingRow({ archivedMs: 1 }));
    await page.reload();
    expect(await running(page)).toBe('one');
    await page.getByRole('button', { name: '刷新' }).click();
    await page.waitForFunction(() => document.querySelector('meta[name=release]')?.getAttribute('content') === 'two');
    host.close();
    await page.reload();
    expect(await running(page)).toBe('two');
  } finally {
    host.close();
  }
});

test('a device stores no build whose files came from servers of two versions, and the next attempt succeeds', async ({ addDevice }) => {
  const mixed = join(folder, 'mixed');
  cpSync(second, mixed, { recursive: true });
  for (const name of ['index.html', 'player.html']) cpSync(join(first, name), join(mixed, name));
  const host = new WebHost(first, await findFreePort());
  try {
    const page = await addDevice().boot();
    await page.goto(`${host.origin}/login/demo`);
    await controlled(page);
    host.deploy(mixed);
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const found = new Promise<ServiceWorker | null>((resolve) => {
        registration.addEventListener('updatefound', () => resolve(registration.installing), { once: true });
      });
      await registration.update();
      const worker = await found;
      while (worker?.state === 'installing')
        await new Promise((resolve) => void worker.addEventListener('statechange', resolve, { once: true }));
      return worker?.state;
    });
    expect(outcome).toBe('redundant');
    host.deploy(second);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await waiting(page);
    expect(await running(page)).toBe('one');
  } finally {
    host.close();
  }
});

test('an examinee continues to answer on the old build through a deployment', async ({ server, addExaminee }) => {
  test.setTimeout(600_000);
  const host = new WebHost(first, await findFreePort(), server.port);
  const link = new FaultyProxy(await findFreePort(), Number(new URL(host.origin).port), 1);
  const who = addExaminee('examinee01', link);
  try {
    await link.online();
    const hour = 3_600_000;
    const planId = await publishShortExam(server.origin, {
      name: '换版',
      startsInMs: 0,
      durationMs: hour,
      entryLimitMs: hour,
      loginNames: [who.loginName],
    });
    await who.sitDown();
    await who.signIn();
    await who.prepare('换版');
    await who.enter();
    await who.paperOpen();
    const { page } = who;
    const answered = new Map<number, string[]>();
    const answer = async (number: number): Promise<void> => {
      await who.goTo(number);
      await page
        .getByLabel(`第 ${number} 题选项`)
        .getByRole('radio')
        .nth(number % 4)
        .click();
      await expect(getSavedIndicator(page)).toHaveText(/^已保存到本机 \d/);
      answered.set(number, await who.shown(number));
    };
    const standsAsAnswered = async (): Promise<void> => {
      expect(await running(page)).toBe('one');
      for (const [number, value] of answered) {
        await who.goTo(number);
        expect(await who.shown(number)).toEqual(value);
      }
    };
    await answer(1);

    host.deploy(second);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await waiting(page);
    await answer(2);
    await expect(page.getByRole('button', { name: '刷新' })).toBeHidden();

    // After a page crash, the build with which the exam began comes back with all answers.
    await page.reload();
    await who.paperOpen();
    await standsAsAnswered();
    await answer(3);

    // After a reload without a network, where neither build can be fetched, the first build also comes back with all answers.
    await link.offline();
    await page.reload();
    await who.paperOpen();
    await standsAsAnswered();
    await answer(4);
    await link.online();
    await answer(5);
    await answer(6);
    await who.handIn();
    await who.receiptInHand();
    expect(await running(page)).toBe('one');

    const client = await ApiClient.patient(server.origin, who.loginName);
    const { answers } = await client.call(examCalls.myAnswers, { planId });
    expect(Object.fromEntries(answers.map(({ itemId, value }) => [itemId, value]))).toEqual(Object.fromEntries(who.recorder.promised()));
    expect(answers).toHaveLength(6);
    // The log has each answer once, and the hand-in: an op that occurs twice or is missing throws.
    expect(countLoggedOps(server.dataDir).size).toBe(1);
  } finally {
    host.close();
  }
});

test('the assets of the previous build are still served beside the new ones', () => {
  const entryOf = (dir: string): string => /assets\/index-[\w-]+\.js/.exec(readFileSync(join(dir, 'index.html'), 'utf8'))?.[0] ?? '';
  expect(entryOf(first)).toMatch(/^assets/);
  expect(entryOf(second)).not.toBe(entryOf(first));
  expect(readFileSync(join(second, entryOf(first)), 'utf8')).toBe(readFileSync(join(first, entryOf(first)), 'utf8'));
});
