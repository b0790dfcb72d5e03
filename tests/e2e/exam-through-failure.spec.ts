import { expect, type Page } from '@playwright/test';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { ApiClient } from './rig/api-client.ts';
import { isLanding } from './rig/landing.ts';
import type { RequestFateKind } from './rig/request-fate.ts';
import { createSeededRandom } from '../../server/seeded-random.ts';
import { test } from './rig/test.ts';
import { chooseAnswer } from './exam/choose-answer.ts';
import type { Examinee } from './exam/examinee.ts';
import { listRightOptions, computeScore, type DrawnItem } from './exam/independent-score.ts';
import { countLoggedOps } from './exam/log-audit.ts';
import { readSource } from './exam/question-source.ts';
import { publishExam } from './exam/short-exam.ts';
import { listDrawnItems, drawPaper, importQuestions, findPlan } from './exam/teacher.ts';

const sources = [...readSource('gaokao-geography.jsonl'), ...readSource('gaokao-physics.jsonl')];
const seed = Number(process.env['WENKAO_SEED'] ?? 20261121);
/** Minimum number of milliseconds from publishing to the start. The PCs fetch the paper meanwhile. An examinee may still enter later. */
const toGetReadyMs = 15_000;
const minuteMs = 60_000;
const examName = '网络不稳的一场考试';
/**
 * Number of questions of each kind on the paper, number answered before the browser is killed (`beforeKill`), and number answered before the network
 * is back (`offline`).
 */
const form = isLanding
  ? { single: 8, multiple: 2, judged: 2, blanks: 3, beforeKill: 5, offline: 8 }
  : { single: 32, multiple: 8, judged: 5, blanks: 5, beforeKill: 20, offline: 35 };
const choices = form.single + form.multiple;
const paperSize = choices + form.judged + form.blanks;

/**
 * Tests the product's promise end to end (SY3, SY4, SY6, SY7, SY7a, SY11, SY14, SY20): examinees take a real exam while network, browser and server
 * fail. In the long form one examinee works in two tabs, and another leaves the PC before any answer was delivered.
 */
test('SY7: each answer shown as saved reaches the server once while networks, browsers and the server fail @journey', async ({
  page: teacherPage,
  server,
  connect,
  addExaminee,
}) => {
  test.setTimeout(900_000);
  const random = createSeededRandom(seed);
  const names = ['examinee01', 'examinee02', 'examinee03', 'examinee04', 'examinee05'] as const;
  const examinees = (await Promise.all(names.map(async (name, at) => addExaminee(name, await connect(seed + at))))) as [
    Examinee,
    Examinee,
    Examinee,
    Examinee,
    Examinee,
  ];
  const [offline, killed, unlucky, twoTabs, leaver] = examinees;
  const everybody = isLanding ? [offline, killed, unlucky] : examinees;

  const beganMs = performance.now();
  const signedIn = test.step('the PCs are switched on and signed in', async () => {
    await Promise.all(
      everybody.map(async (examinee) => {
        await examinee.sitDown();
        await examinee.signIn();
      }),
    );
    return performance.now() - beganMs;
  });
  // `signedIn` is awaited later. Without this handler, a failure before then would end the process.
  signedIn.catch(() => undefined);
  const { teacher, planId, items } = await test.step('the head of the school imports, a teacher draws and publishes', async () => {
    const head = await ApiClient.patient(server.origin, 'school');
    expect(await importQuestions(head, 'gaokao-geography.jsonl', '高考地理')).toBeGreaterThan(150);
    expect(await importQuestions(head, 'gaokao-physics.jsonl', '高考物理')).toBeGreaterThan(150);
    const paperId = await drawPaper(teacherPage, server.origin, '地理与物理', [
      { type: '单选', count: form.single, categories: ['高考地理', '高考物理'] },
      { type: '多选', count: form.multiple, categories: ['高考地理', '高考物理'] },
      { type: '判断', count: form.judged, categories: [] },
      { type: '填空', count: form.blanks, categories: [] },
    ]);
    const api = await ApiClient.patient(server.origin, 'teacher');
    const planId = await publishExam(api, paperId, {
      name: examName,
      // Start later if signing in was slow, because fetching the paper will be slow, too.
      startsInMs: Math.max(toGetReadyMs, await signedIn),
      durationMs: 40 * minuteMs,
      entryLimitMs: 30 * minuteMs,
      loginNames: names,
    });
    const drawn = await listDrawnItems(api, paperId);
    expect(drawn).toHaveLength(paperSize);
    // The test reads the question files by itself. If its answer keys are those of the paper, the importer read them correctly.
    for (const item of drawn.slice(0, choices))
      expect(item.key, item.stem).toEqual({ kind: 'choice', right: listRightOptions(item, sources) });
    return { teacher: api, planId, items: new Map(drawn.map((item) => [item.itemId, item])) };
  });

  await test.step('the PCs are made ready', async () => {
    await Promise.all(
      everybody.map(async (examinee) => {
        await examinee.prepare(examName);
        await examinee.enter();
      }),
    );
  });

  const answerAll = async (who: Examinee, numbers: readonly number[], page?: Page): Promise<void> => {
    for (const number of numbers) {
      const itemId = await who.goTo(number, page);
      await who.answer(number, chooseAnswer(itemOf(items, itemId), sources, random), page);
    }
  };
  const numbers = Array.from({ length: paperSize }, (_, at) => at + 1);

  await test.step('the exam', async () => {
    await Promise.all(everybody.map((examinee) => examinee.paperOpen()));
    await Promise.all([
      test.step('offline from the first minute until after hand-in', async () => {
        const option = offline.page.getByRole('radio').first();
        const place = await option.boundingBox();
        await offline.link.offline();
        // The notice about the lost network must not push the options down under the examinee's pointer.
        await expect(offline.page.getByText(/^网络已断开/)).toBeVisible();
        expect(await option.boundingBox()).toEqual(place);
        await answerAll(offline, numbers);
        await answerAll(offline, [3, form.single + 1, paperSize]);
        await offline.handIn();
        await expect(offline.page.getByRole('heading', { name: '已在本机交卷，等待送达' })).toBeVisible();
        await offline.link.online();
        await offline.receiptInHand();
      }),

      test.step('every browser process killed while typing, restarted offline', async () => {
        await answerAll(killed, numbers.slice(0, form.beforeKill));
        const interrupted = await killWhileTyping(killed, items, choices + 1);
        await killed.link.offline();
        await killed.sitDown();
        await killed.signIn();
        await killed
          .notice(examName)
          .getByRole('link', { name: /继续考试|进入考试/ })
          .click();
        await killed.paperOpen();
        const promised = killed.recorder.promised();
        for (const number of numbers.slice(0, form.beforeKill)) {
          const itemId = await killed.goTo(number);
          await expect.poll(() => killed.shown(number)).toEqual(promised.get(itemId));
        }
        // After the kill, the text contains at least everything that the save indicator had reported as saved.
        const typed = promised.get(await killed.goTo(interrupted))?.[0] ?? '';
        expect(typed).toContain('先写');
        const kept = await killed.shown(interrupted);
        expect(kept[0]?.slice(0, typed.length)).toBe(typed);
        await answerAll(killed, numbers.slice(form.beforeKill, form.offline));
        await killed.link.online();
        await answerAll(killed, numbers.slice(form.offline));
        await killed.handIn();
        await killed.receiptInHand();
      }),

      test.step('behind a proxy that drops, delays, repeats, tears and fakes', async () => {
        unlucky.link.misbehave({ drop: 0.15, delay: 0.2, repeat: 0.15, portal: 0.1, cutReply: 0.1, tearReply: 0.05, halfOpen: 0.02 });
        await answerAll(unlucky, numbers);
        unlucky.link.freeze();
        await answerAll(unlucky, [9, 10, 11]);
        unlucky.link.thaw();
        await answerAll(unlucky, [12, 9]);
        await unlucky.handIn();
        await unlucky.receiptInHand();
        const met = [...unlucky.link.fates.keys()];
        const expected: RequestFateKind[] = isLanding ? ['drop', 'delay'] : ['drop', 'delay', 'repeat', 'portal', 'cutReply'];
        expect(met).toEqual(expect.arrayContaining(expected));
      }),

      longForm('in two tabs', async () => {
        const second = await twoTabs.secondTab();
        for (const number of numbers) await answerAll(twoTabs, [number], number % 2 === 0 ? second : twoTabs.page);
        // Each tab changes answers that were given in the other tab.
        await answerAll(twoTabs, [1, 3], second);
        await answerAll(twoTabs, [2, 4]);
        await twoTabs.handIn(second);
        // The first tab also shows the hand-in and the receipt.
        await twoTabs.receiptInHand();
        await expect(twoTabs.page.getByRole('heading', { name: '已交卷' })).toBeVisible();
      }),

      longForm('the next person signs in before the last one delivered', async () => {
        leaver.link.misbehave({ drop: 1 }, { path: '/api/sync/push' });
        await answerAll(leaver, numbers.slice(0, 12));
        await leaver.handIn();
        await expect(serverReceived(leaver)).toContainText('等待送达');
        await leaver.device.kill();
        await leaver.sitDown();
        await leaver.signIn('examinee06');
        leaver.link.misbehave({});
        const delivered = async () =>
          (await findPlan(teacher, planId)).examinees.find((row) => row.name !== '' && row.complete && row.answered === 12);
        await expect.poll(delivered, { timeout: 240_000 }).toBeDefined();
      }),

      test.step('the server killed again and again, also between commit and reply', async () => {
        for (const victim of isLanding ? [killed, unlucky] : [killed, twoTabs, unlucky]) {
          await victim.link.beforeReply('/api/sync/push', () => server.kill());
          await server.start();
        }
        for (const answered of isLanding ? [] : [30, 40]) {
          await expect.poll(() => twoTabs.recorder.promised().size, { timeout: 400_000 }).toBeGreaterThanOrEqual(answered);
          await server.kill();
          await server.start();
        }
      }),
    ]);
  });

  await test.step('the audit', async () => {
    const plan = await findPlan(teacher, planId);
    const logged = countLoggedOps(server.dataDir);
    for (const examinee of everybody) {
      const client = await ApiClient.patient(server.origin, examinee.loginName);
      const { items: notices } = await client.call(examCalls.myList, {});
      const attemptId = notices.find((notice) => notice.planId === planId)?.attemptId;
      const row = plan.examinees.find((each) => each.attemptId === attemptId);
      const { answers } = await client.call(examCalls.myAnswers, { planId });
      const counted = new Map(answers.map((answer) => [answer.itemId, answer.value]));

      const promised = examinee.recorder.promised();
      expect(promised.size).toBe(examinee === leaver ? 12 : paperSize);
      // The server counts exactly the answers that the save indicator reported as saved.
      expect(Object.fromEntries(counted), examinee.loginName).toEqual(Object.fromEntries(promised));
      expect(row, examinee.loginName).toMatchObject({ complete: true, answered: counted.size });
      expect(row?.receivedOps).toBe(logged.get(attemptId ?? ''));

      const expected = [...counted].reduce((sum, [itemId, value]) => sum + computeScore(itemOf(items, itemId), value, sources), 0);
      expect(row?.points, examinee.loginName).toBeCloseTo(expected, 5);
      // SY23: staff already see the points. Examinees do not, because the exam is still running.
      expect((await client.send('/exam/myScore', { planId })).code).toBe(1002);
    }
    expect(logged.size).toBeGreaterThanOrEqual(everybody.length);
  });

  await longForm('the one who left finds the receipt on the PC', async () => {
    await leaver.device.kill();
    await leaver.sitDown();
    await leaver.signIn();
    await leaver.notice(examName).getByRole('link', { name: '查看交卷情况' }).click();
    await leaver.receiptInHand();
  });
});

const longForm = async (title: string, step: () => Promise<void>): Promise<void> => {
  if (!isLanding) await test.step(title, step);
};

function itemOf(items: ReadonlyMap<string, DrawnItem>, itemId: string): DrawnItem {
  const item = items.get(itemId);
  if (!item) throw new Error(`the paper has no item ${itemId}`);
  return item;
}

/** Types an answer and kills the browser while it types. Returns the number of the question. */
async function killWhileTyping(who: Examinee, items: ReadonlyMap<string, DrawnItem>, from: number): Promise<number> {
  for (let number = from; number <= paperSize; number++) {
    const itemId = await who.goTo(number);
    if (itemOf(items, itemId).key.kind !== 'blanks') continue;
    await who.answer(number, ['先写']);
    const field = who.page.getByRole('textbox', { name: '第 1 空' });
    const typing = field.pressSequentially('正在输入的一长串文字'.repeat(20), { delay: 15 }).catch(() => undefined);
    await expect(field).toHaveValue(/输入的一长串/);
    await who.device.kill();
    await typing;
    return number;
  }
  throw new Error('the paper has no fill-in question to type in');
}

const serverReceived = (who: Examinee) => who.page.getByRole('main');
