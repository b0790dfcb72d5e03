import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { markerGroupCalls } from '../../sync/contract/exams/exam-place.ts';
import { markingCalls } from '../../sync/contract/marking/marking.ts';
import { paperCalls } from '../../sync/contract/papers/paper.ts';
import { questionCalls } from '../../sync/contract/bank/question.ts';
import { userCalls } from '../../sync/contract/people/user.ts';
import { readServerKeys } from '../../server/answer-log/log/server-keys.ts';
import { createHandIn } from '../device/hand-in.ts';
import { DeviceStream } from '../device/sealed-stream.ts';
import { browserArgs, findBrowser } from '../e2e/browser-finder.ts';
import { signInToDemo } from '../e2e/house/sign-in.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';
import { findFreePort } from '../e2e/rig/free-port.ts';
import { BrowserTestServer } from '../e2e/rig/server-process.ts';
import { slowDown } from './browser-rig.ts';
import { computeMedian, recordFigure, computePercentile, benchReport } from './figure.ts';

const [scripts, shown, slow] = [1_000, 60, 4];
const name = '千份阅卷';
/** Milliseconds that a quick marker needs to read one script. */
const readingMs = 1_500;

/**
 * Measures how fast the next script (an examinee's answer) appears for a marker who marks one script after the other. A thousand scripts wait, and
 * the page is slowed down.
 */
export async function benchMarking(): Promise<void> {
  const server = new BrowserTestServer(await findFreePort());
  let browser: Browser | undefined;
  try {
    await server.start();
    const task = await thousandScripts(server);
    const marker = await ApiClient.signIn(server.origin, 'marker2');
    const takes: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      const beganMs = performance.now();
      await marker.call(markingCalls.take, { ...task, except: Array.from({ length: n }, (_, at) => at + 1) });
      takes.push(performance.now() - beganMs);
    }
    benchReport.seen(
      'marking.takeCall',
      computePercentile(takes, 0.95),
      `ms p95 of ${takes.length}, ${scripts} scripts, a connection each`,
    );
    browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() });
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', serviceWorkers: 'block' });
    await signInToDemo(page, server.origin, 'marker');
    await page.goto(`${server.origin}/marker/exam/item/${task.planId}/0?question=${task.questionId}`);
    await page
      .getByText(/编号\d+止/)
      .filter({ visible: true })
      .waitFor();
    await page.evaluate(noteScripts);
    await slowDown(page, slow);
    const seen = await markOn(page);
    benchReport.atMost('marking.nextScript', computePercentile(seen, 0.95), `ms p95 of ${seen.length}, from the key to the paint`, 100);
    benchReport.seen('marking.nextScriptMedian', computeMedian(seen), 'ms');
    benchReport.seen('marking.nextScriptLongest', Math.max(...seen), 'ms');
  } finally {
    await browser?.close();
    await server.dispose();
  }
}

async function markOn(page: Page): Promise<number[]> {
  for (let n = 0; n < shown; n += 1) {
    await page.waitForTimeout(readingMs);
    for (const key of ['2', '1', 'Enter']) await page.keyboard.press(key);
    await page.waitForFunction((count) => (globalThis as { nextMs?: number[] }).nextMs?.length === count, n + 1);
  }
  return page.evaluate(() => (globalThis as { nextMs?: number[] }).nextMs ?? []);
}

/** Runs in the page. Measures from the Enter key until the answer of the next script is painted. */
function noteScripts(): void {
  const seen: { nextMs: number[] } = Object.assign(globalThis, { nextMs: [] });
  const answer = (): string | undefined => /编号\d+止/.exec(document.querySelector('main')?.textContent ?? '')?.[0];
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter') return;
      const [from, beganMs] = [answer(), event.timeStamp];
      const observer = new MutationObserver(() => {
        const now = answer();
        if (now === undefined || now === from) return;
        observer.disconnect();
        // The browser paints after the callbacks of a frame. A message that a callback posts is handled after the paint.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => seen.nextMs.push(performance.now() - beganMs));
          port1.start();
          port2.postMessage(0);
        });
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    { capture: true },
  );
}

/** Sets up one written question that a thousand examinees have handed in. */
async function thousandScripts(server: BrowserTestServer): Promise<{ planId: number; questionId: number }> {
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const school = await ApiClient.signIn(server.origin, 'school');
  const rows = Array.from({ length: scripts }, (_, n) => ({ row: n + 2, cells: { name: `考生${n}`, login_name: `thousand${n}` } }));
  await school.call(userCalls.import, { user_type: 8, addClasses: false, mode: 'all', rows });
  const key = {
    kind: 'rubric' as const,
    reference: '<p>见教材。</p>',
    items: [
      { text: '要点一', points: 3 },
      { text: '要点二', points: 3 },
    ],
    veto: [],
  };
  const question = {
    type: 5 as const,
    stem: `<p>${name}</p>`,
    options: [],
    key,
    analysis: '',
    difficulty: 2 as const,
    category: name,
    source: '',
  };
  const made = await teacher.call(questionCalls.add, question);
  const { changed } = await teacher.call(questionCalls.setStatus, { items: [{ id: made.id, version: made.version }], event: 'submit' });
  await school.call(questionCalls.setStatus, { items: changed.map(({ id, version }) => ({ id, version })), event: 'approve' });
  const paper = await teacher.call(paperCalls.add, {
    name,
    sections: [{ title: '简答题', type: 5, count: 1, pointsEach: 6, categories: [name], partial: false }],
    rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 3 },
  });
  const { id: paperId } = await teacher.call(paperCalls.draw, paper);
  const ids: number[] = [];
  for (let page = 1; ids.length < scripts; page += 1) {
    const found = await teacher.call(userCalls.getExamUserList, { page, pageSize: 200, filter: { keyword: 'thousand' } });
    if (found.items.length === 0) throw new Error(`only ${ids.length} examinees came of the import`);
    ids.push(...found.items.map((each) => each.id));
  }
  const { items: markers } = await school.call(userCalls.getList, { pageSize: 200, filter: { user_type: 4 } });
  const idOf = (login: string) => markers.find((each) => each.login_name === login)?.id ?? 0;
  const members = ['marker2', 'marker3'].map((login) => ({ userId: idOf(login), quota: 0 }));
  const group = await school.call(markerGroupCalls.add, { name, leaderId: idOf('marker'), members, twice: false, tolerance: 1, note: '' });
  const plan = await teacher.call(examCalls.add, {
    name,
    paperId,
    startMs: Date.now() + 8_000,
    durationMs: 3_600_000,
    entryLimitMs: 3_600_000,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: ids,
    markerGroupIds: [group.id],
  });
  await teacher.call(examCalls.publish, plan);
  const { examinees, startMs } = await teacher.call(examCalls.getById, { id: plan.id });
  const keys = await readServerKeys(join(server.dataDir, 'keys.json'));
  const nobody = new ApiClient(server.origin);
  while (Date.now() < startMs + 500) await new Promise((resolve) => setTimeout(resolve, 100));
  for (let at = 0; at < examinees.length; at += 20)
    await Promise.all(
      examinees.slice(at, at + 20).map(async ({ userId, attemptId }, n) => {
        const stream = await DeviceStream.open(keys, userId, Date.now(), attemptId ?? '');
        const text = `熔断器作短路保护，热继电器作过载保护，接触器作失压、欠压保护。编号${at + n}止`.repeat(3);
        const answer = { type: 'answer.set@1', payload: { i: '1', v: [text] } };
        const push = async (ops: Parameters<typeof stream.push>[0]): Promise<void> => {
          const { code, msg } = await nobody.send('/sync/push', stream.push(ops));
          if (code !== 0) throw new Error(msg);
        };
        await push([{ type: 'attempt.enter@1', payload: {} }, answer]);
        await push([await createHandIn([stream])]);
      }),
    );
  const marker = await ApiClient.signIn(server.origin, 'marker');
  const [own] = (await marker.call(markingCalls.getList, { kind: 'written' })).items.filter((each) => each.planId === plan.id);
  const [task] = own?.tasks ?? [];
  recordFigure(`${task?.scripts ?? 0} scripts wait`);
  if (task?.scripts !== scripts) throw new Error('not all of them arrived');
  return { planId: plan.id, questionId: task.questionId };
}
