import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { invigilationCalls } from '../../sync/contract/exams/invigilation.ts';
import { systemCalls } from '../../sync/contract/platform/system.ts';
import { programVersion } from '../../server/program-version.ts';
import { createSeededRandom } from '../../server/seeded-random.ts';
import { chooseAnswer } from './exam/choose-answer.ts';
import { getSavedIndicator, type Examinee } from './exam/examinee.ts';
import { computeScore, type DrawnItem } from './exam/independent-score.ts';
import { countLoggedOps, countQuarantined, countStreams } from './exam/log-audit.ts';
import { findPlan, listDrawnItems } from './exam/teacher.ts';
import { publishWatchedExam } from './exam/watched-exam.ts';
import { fillSignIn } from './house/sign-in.ts';
import { ApiClient } from './rig/api-client.ts';
import type { Balancer } from './rig/balancer.ts';
import type { BrowserTestServer } from './rig/server-process.ts';
import { test } from './rig/test.ts';

type Person = Examinee<Balancer>;
type Exam = Awaited<ReturnType<typeof publishWrittenExam>>;

const examName = '两台服务器上的一场考试';
const judged = [1, 2, 3, 4, 5, 6];
const blanks = [7, 8, 9] as const;
const random = createSeededRandom(Number(process.env['WENKAO_SEED'] ?? 20261129));
const nextVersion = '99.0.0';
const sentence = '接触器的主触点熔焊后电动机不能停转，应先断开电源并验电，再逐一检查。';

async function publishWrittenExam(origin: string) {
  const section = { pointsEach: 2, partial: false, categories: [] };
  const exam = await publishWatchedExam(origin, examName, {}, [
    { ...section, title: '判断', type: 3, count: judged.length },
    { ...section, title: '填空', type: 4, count: blanks.length },
  ]);
  const teacher = await ApiClient.patient(origin, 'teacher');
  const items = await listDrawnItems(teacher, exam.paperId);
  const { examinees } = await findPlan(teacher, exam.planId);
  return {
    ...exam,
    items: new Map(items.map((item) => [item.itemId, item])),
    nameAt: (at: number) => examinees.find(({ userId }) => userId === exam.users[at])?.name ?? '',
  };
}

function findItem({ items }: Exam, itemId: string): DrawnItem {
  const item = items.get(itemId);
  if (!item) throw new Error(`the paper has no item ${itemId}`);
  return item;
}

async function answerAll(who: Person, exam: Exam, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const itemId = await who.goTo(number);
    await who.answer(number, chooseAnswer(findItem(exam, itemId), [], random));
  }
}

/** Waits until both save indicators of an examinee say that everything is saved and received. */
async function expectAllReceived(who: Person): Promise<void> {
  await expect(getSavedIndicator(who.page)).toHaveText(/^已保存到本机 \d/);
  await expect(who.page.locator('[data-save-indicator="server"]')).toHaveText(/^服务器已收 (\d+) \/ \1$/);
}

/** Types into a blank while `failure` runs, and continues afterwards. */
async function typeThrough(who: Person, number: number, failure: () => Promise<unknown>): Promise<void> {
  await who.goTo(number);
  const field = who.page.getByRole('textbox', { name: '第 1 空' });
  const typing = field.pressSequentially(sentence.repeat(3), { delay: 30 });
  const failing = expect(field)
    .toHaveValue(/断开电源/)
    .then(failure);
  await Promise.all([typing, failing]);
  await field.pressSequentially('写完。');
  await expect(field).toHaveValue(`${sentence.repeat(3)}写完。`);
  await expectAllReceived(who);
}

async function openRoom(tablet: Page, origin: string): Promise<void> {
  await tablet.goto(`${origin}/login/demo`);
  await fillSignIn(tablet, 'invigilator');
  await tablet.getByRole('link', { name: '进入考场' }).click();
  await expect(tablet.getByRole('button', { name: /^\d\d 号 .*考试中/ })).toHaveCount(3);
}

/** Gives a room command for the examinee of this name. First waits until the tablet is online and shows that the PC is online. */
async function giveCommand(
  tablet: Page,
  name: string,
  kind: string,
  [label, text]: readonly [string, string],
  confirm: string,
): Promise<void> {
  const seat: Locator = tablet.getByRole('button', { name: new RegExp(`^\\d\\d 号 ${name}，`) });
  await expect(tablet.getByText(/平板离线/)).toBeHidden();
  await expect(seat).not.toHaveAccessibleName(/未联系/);
  await seat.click();
  await tablet.getByRole('button', { name: kind, exact: true }).click();
  await tablet.getByLabel(label).fill(text);
  await tablet.getByRole('button', { name: confirm }).click();
  await expect(tablet.getByText('操作已全部送达')).toBeVisible();
}

/** Deletes the server's replica of the answer log and its projections. The next start reads the whole log from the database. */
function forgetReplica({ dataDir }: BrowserTestServer): void {
  for (const name of readdirSync(dataDir)) if (/^(?:log|projections)\.db/.test(name)) rmSync(join(dataDir, name));
}

/**
 * Returns a function that reads everything that this server shows to staff, except for data that differ between servers: the cursor and the
 * connections of PCs.
 */
async function signInStaff({ origin }: BrowserTestServer, { planId, roomId }: Exam) {
  const [teacher, invigilator] = [await ApiClient.patient(origin, 'teacher'), await ApiClient.patient(origin, 'invigilator')];
  return async () => {
    const { examinees, ...plan } = await findPlan(teacher, planId);
    const room = await invigilator.call(invigilationCalls.getBoard, { planId, roomId });
    return {
      plan: { ...plan, cursor: '' },
      examinees: examinees.map((row) => ({ ...row, heardMs: null })),
      seats: room.seats.map((seat) => ({ ...seat, heardMs: null, connected: null, offlineReady: null })),
      acts: room.acts,
    };
  };
}
type Boards = Awaited<ReturnType<Awaited<ReturnType<typeof signInStaff>>>>;

/**
 * Compares the answers that the pages called saved with those that the server counts, and the score with one that is computed from the answer key.
 */
async function auditExaminee(
  who: Person,
  server: BrowserTestServer,
  exam: Exam,
  row: Boards['examinees'][number] | undefined,
): Promise<void> {
  const client = await ApiClient.patient(server.origin, who.loginName);
  const { answers } = await client.call(examCalls.myAnswers, { planId: exam.planId });
  const promised = who.recorder.promised();
  expect(promised.size, who.loginName).toBe(exam.items.size);
  expect(Object.fromEntries(answers.map(({ itemId, value }) => [itemId, value])), who.loginName).toEqual(Object.fromEntries(promised));
  const expected = answers.reduce((sum, { itemId, value }) => sum + computeScore(findItem(exam, itemId), value, []), 0);
  expect(row, who.loginName).toMatchObject({ handedIn: true, complete: true, answered: exam.items.size, points: expected });
  const attemptId = row?.attemptId ?? '';
  expect(row?.receivedOps, who.loginName).toBe(countLoggedOps(server.dataDir).get(attemptId));
  expect(countStreams(server.dataDir).get(attemptId), who.loginName).toBe(1);
}

/** Lists the versions of the servers that are ready. */
async function listReadyVersions(system: ApiClient): Promise<readonly string[]> {
  const { servers } = await system.call(systemCalls.getWatch, {});
  return servers
    .filter(({ isLost, notReady }) => !isLost && notReady === null)
    .map(({ version }) => version)
    .toSorted();
}

/** Stops the server and starts it with the program in `programDir`. */
async function upgrade(server: BrowserTestServer, programDir: string): Promise<void> {
  await server.stop();
  server.programDir = programDir;
  await server.start();
}

/** Waits until the browser of this page has stored the new web application, which is activated only after the exam. */
async function storeNewBuild({ page }: Person): Promise<void> {
  const isStored = async (): Promise<boolean> => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    return Boolean(registration?.waiting);
  };
  await expect.poll(() => page.evaluate(isStored)).toBe(true);
}

/** People and servers of the exam. */
interface Scene {
  readonly people: readonly [typist: Person, chooser: Person, third: Person];
  readonly tablet: Page;
  readonly exam: Exam;
  readonly balancer: Balancer;
  readonly a: BrowserTestServer;
  readonly b: BrowserTestServer;
}

const expectBothReady = ({ balancer, a, b }: Scene): Promise<void> =>
  expect.poll(() => balancer.isReady(a) && balancer.isReady(b)).toBe(true);

async function sitThroughKill(scene: Scene): Promise<void> {
  const { people, tablet, exam, balancer, a } = scene;
  const [typist, chooser, third] = people;
  const choosing = Promise.all([answerAll(chooser, exam, judged), answerAll(third, exam, judged)]);
  await typeThrough(typist, blanks[0], () => a.kill());
  await choosing;
  await answerAll(chooser, exam, blanks);
  await Promise.all(people.map(expectAllReceived));
  expect(balancer.isReady(a)).toBe(false);
  await giveCommand(tablet, exam.nameAt(0), '延长时间', ['原因', '电脑反应慢'], '延长 10 分钟');
  await expect(typist.page.getByText('考试时间延长 10 分钟')).toBeVisible();
  await a.start();
  await expectBothReady(scene);
}

async function sitThroughUpgrade(scene: Scene, release: string): Promise<void> {
  const { people, tablet, exam, balancer, b } = scene;
  const [typist, chooser, third] = people;
  const choosing = answerAll(chooser, exam, judged.toReversed());
  await typeThrough(typist, blanks[1], () => upgrade(b, release));
  await choosing;
  await expectBothReady(scene);
  const system = await ApiClient.patient(balancer.origin, 'system');
  await expect.poll(() => listReadyVersions(system)).toEqual([programVersion, nextVersion]);
  await storeNewBuild(third);
  await giveCommand(tablet, exam.nameAt(2), '发消息', ['内容', '请保持安静'], '发送');
  await expect(third.page.getByText('监考员：请保持安静')).toBeVisible();
}

async function handInAll({ people, exam }: Scene): Promise<void> {
  const [typist, , third] = people;
  await answerAll(typist, exam, [...judged, blanks[2]]);
  await answerAll(third, exam, blanks);
  for (const each of people) {
    await each.handIn();
    await each.receiptInHand();
    // The page is still the one with which the exam began: the earlier build has no `release` tag.
    await expect(each.page.locator('meta[name=release]')).toHaveCount(0);
  }
}

/** Checks that both servers show the same to staff and count every answer once. Server A has read the whole log from the database again. */
async function auditServers({ people, exam, a, b }: Scene): Promise<void> {
  await a.stop();
  forgetReplica(a);
  await a.start();
  const [readA, readB] = [await signInStaff(a, exam), await signInStaff(b, exam)];
  await expect(async () => expect(await readA()).toEqual(await readB())).toPass();
  const { examinees } = await readA();
  for (const server of [a, b]) {
    for (const [at, each] of people.entries()) {
      const row = examinees.find(({ userId }) => userId === exam.users[at]);
      await auditExaminee(each, server, exam, row);
    }
    expect(countQuarantined(server.dataDir)).toBe(0);
  }
  expect(countLoggedOps(a.dataDir)).toEqual(countLoggedOps(b.dataDir));
}

const isOnPostgres = process.env['WENKAO_TEST_POSTGRES'] !== undefined;
if (!isOnPostgres) console.log('Not run, because it takes PostgreSQL (npm run test:e2e:postgres): an exam on two servers.');
else
  test('SY6, SY7: an exam on two servers loses and doubles no answer while one is killed and one is upgraded', async ({
    openPage,
    server: a,
    secondServer,
    balancer,
    addExaminee,
    createRelease,
  }) => {
    test.setTimeout(900_000);
    const people = [addExaminee('examinee11', balancer), addExaminee('examinee12', balancer), addExaminee('examinee13', balancer)] as const;
    const tablet = await openPage({ viewport: { width: 768, height: 1024 }, hasTouch: true, serviceWorkers: 'allow' });
    const exam = await publishWrittenExam(balancer.origin);
    const scene: Scene = { people, tablet, exam, balancer, a, b: secondServer };
    await test.step('the examinees sit down, the invigilator opens the room', async () => {
      for (const each of people) {
        await each.sitDown();
        await each.signIn();
        await each.prepare(examName);
        await each.enter();
        await each.paperOpen();
      }
      await openRoom(tablet, balancer.origin);
    });
    await test.step('server A is killed and comes back', () => sitThroughKill(scene));
    await test.step('server B is upgraded', () => sitThroughUpgrade(scene, createRelease(nextVersion)));
    await test.step('all finish and hand in', () => handInAll(scene));
    await test.step('the audit', () => auditServers(scene));
  });
