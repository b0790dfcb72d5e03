import { expect, type Page } from '@playwright/test';
import { paperCalls } from '../../sync/contract/papers/paper.ts';
import { assignmentCalls } from '../../sync/contract/learning/assignment.ts';
import { userCalls } from '../../sync/contract/people/user.ts';
import { homeworkStatus } from '../../sync/contract/codes.ts';
import { createAssignmentDraft } from '../contract/fixtures/resource-drafts.ts';
import { getSavedIndicator } from './exam/examinee.ts';
import { countLoggedOps } from './exam/log-audit.ts';
import { createApprovedQuestion } from './exam/written-exam.ts';
import { fillSignIn } from './house/sign-in.ts';
import { ApiClient, makeUncheckedCall } from './rig/api-client.ts';
import { keepPicture } from './rig/picture.ts';
import { test } from './rig/test.ts';

const dayMs = 86_400_000;
const category = '家庭作业';
const words = '先断开电源，再用验电笔确认无电。\n然后拆下损坏的热继电器。';

const head = (page: Page, number: number) => page.getByRole('heading', { name: new RegExp(`^第 ${number} 题，共`) });
const goTo = (page: Page, number: number) =>
  page
    .getByRole('navigation', { name: '答题卡' })
    .getByRole('button', { name: new RegExp(`^第 ${number} 题，`) })
    .click();
const shot = (page: Page, name: string): Promise<void> => keepPicture(page, `homework-${name}`);

async function choose(page: Page, number: number, option: number): Promise<void> {
  await goTo(page, number);
  await expect(head(page, number)).toBeVisible();
  await page.getByLabel(`第 ${number} 题选项`).getByRole('radio').nth(option).click();
  await expect(getSavedIndicator(page)).toHaveText(/^已保存到本机 \d/);
}

async function attach(page: Page, name: string): Promise<void> {
  const files = page.getByRole('region', { name: '照片和文件' });
  await files.getByLabel('选择文件').setInputFiles({ name, mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(files.getByText(name)).toBeVisible();
  await expect(files.getByText('已加密保存在本机，还没送出').last()).toBeVisible();
}

async function handIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: '交卷', exact: true }).click();
  await page.getByRole('button', { name: '确认交卷' }).click();
  await expect(page.getByRole('heading', { name: '已在本机交卷，等待送达' })).toBeVisible();
}

/**
 * A student downloads homework with a choice question and a task with photos, and does it without a network. The browser is killed meanwhile. The
 * answers are delivered two days later, after the due time. The teacher returns the work, the student corrects it offline, and the teacher finishes
 * it. Each answer and each photo must count once.
 */
test('homework with photos, delivered late through a dead network and a killed browser, counts once', async ({
  server,
  connect,
  addDevice,
}) => {
  test.setTimeout(600_000);
  const link = await connect(14);
  const device = addDevice();
  const signInHere = async (page: Page): Promise<void> => {
    await page.goto(`${link.origin}/login/demo`);
    await fillSignIn(page, 'student');
  };
  const openList = async (page: Page): Promise<void> => {
    await page.goto(`${link.origin}/student/homework/index`);
    await expect(page.getByRole('link', { name: '拆装热继电器', exact: true })).toBeVisible();
  };
  await link.online();
  const staff = { teacher: await ApiClient.signIn(server.origin, 'teacher'), school: await ApiClient.signIn(server.origin, 'school') };
  await createApprovedQuestion(staff, {
    category,
    type: 5,
    stem: '<p>写出更换热继电器的步骤，并附上接线照片。</p>',
    key: {
      kind: 'rubric',
      reference: '<p>见教材。</p>',
      items: [
        { text: '步骤完整', points: 4 },
        { text: '照片清楚', points: 2 },
      ],
      veto: [],
      files: 3,
    },
  });
  const bare = { partial: false };
  const paper = await makeUncheckedCall(
    staff.teacher,
    paperCalls.draw,
    await makeUncheckedCall(staff.teacher, paperCalls.add, {
      name: '热继电器作业卷',
      kind: 'homework',
      sections: [
        { ...bare, title: '单选', type: 1, count: 2, pointsEach: 2, categories: ['电机与变压器'] },
        { ...bare, title: '简答', type: 5, count: 1, pointsEach: 6, categories: [category] },
      ],
      rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 4 },
    }),
  );
  const { items: people } = await makeUncheckedCall(staff.teacher, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const userId = people.find((one) => one.login_name === 'student')?.id ?? 0;
  const beganMs = Date.now();
  const { id: planId } = await makeUncheckedCall(staff.teacher, assignmentCalls.add, {
    ...createAssignmentDraft(paper.id, [userId], beganMs - 60_000),
    name: '拆装热继电器',
    dueMs: beganMs + dayMs,
    lateRule: 'shareOff',
    lateMs: 3 * dayMs,
    latePercent: 80,
  });
  const work = async (teacher: ApiClient) => teacher.call(assignmentCalls.getWork, { planId, userId });

  const first = await test.step('taken along', async () => {
    const page = await device.boot();
    await signInHere(page);
    await openList(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.getByRole('button', { name: /^带走/ }).click();
    await expect(page.getByText(/^已带走 /).first()).toBeVisible();
    await link.offline();
    return page;
  });

  await test.step('done without a network, and the browser is killed in the middle', async () => {
    await first.getByRole('link', { name: '开始做' }).click();
    await choose(first, 1, 0);
    await choose(first, 2, 1);
    await goTo(first, 3);
    await first.getByRole('textbox', { name: '第 3 题的作答' }).fill(words);
    await attach(first, '接线一.png');
    await expect(getSavedIndicator(first)).toHaveText(/^已保存到本机 \d/);
    await device.kill();
  });

  await test.step('gone on with where it stopped, and handed in, still without a network', async () => {
    const page = await device.boot();
    await signInHere(page);
    await openList(page);
    await page.getByRole('link', { name: '接着做' }).click();
    await expect(head(page, 1)).toBeVisible();
    await goTo(page, 3);
    await expect(page.getByRole('textbox', { name: '第 3 题的作答' })).toHaveValue(words);
    await expect(page.getByText('接线一.png')).toBeVisible();
    await attach(page, '接线二.png');
    await shot(page, 'offline');
    await handIn(page);
    await shot(page, 'handed-in');
    await device.close();
  });

  const teacher = await test.step('two days later', async () => {
    await server.stop();
    server.clockAheadMs = 2 * dayMs;
    await server.start();
    return ApiClient.signIn(server.origin, 'teacher');
  });

  const back = await test.step('delivered by whoever switches the PC on, late by the server’s clock, whole', async () => {
    await link.online();
    const page = await device.boot();
    await page.goto(`${link.origin}/login/demo`);
    await expect
      .poll(async () => {
        const { student, items } = await work(teacher);
        return [student.status, student.late, student.handedInMs === null, items[2]?.files.map((file) => file.url !== null)];
      })
      .toEqual([homeworkStatus.awaitingMarking, true, false, [true, true]]);
    const arrived = await work(teacher);
    expect(arrived.items[2]?.answer.join('')).toBe(words);
    expect(arrived.items[2]?.files.map((file) => file.name).toSorted()).toEqual(['接线一.png', '接线二.png']);
    for (const file of arrived.items[2]?.files ?? []) {
      const reply = await fetch(`${server.origin}${file.url}`);
      expect([reply.status, (await reply.arrayBuffer()).byteLength]).toEqual([200, file.bytes]);
    }
    expect(arrived.items.map(({ answer }) => answer.length > 0)).toEqual([true, true, true]);
    const key = { planId, userId, answersVersion: arrived.answersVersion };
    await teacher.call(assignmentCalls.mark, { ...key, items: [{ itemId: '2', points: null, comment: '再看看图例' }] });
    await teacher.call(assignmentCalls.giveBack, { ...key, reason: '第 2 题要改，照片再补一张', untilMs: Date.now() + 5 * dayMs });
    return page;
  });

  await test.step('given back: the PC hears of it on the list, and it is corrected without a network', async () => {
    await signInHere(back);
    await openList(back);
    await expect(back.getByText('第 2 题要改，照片再补一张')).toBeVisible();
    await expect(back.getByText(/^已带走 /).first()).toBeVisible();
    await shot(back, 'returned');
    await link.offline();
    await device.kill();
    const page = await device.boot();
    await signInHere(page);
    await openList(page);
    await page.getByRole('link', { name: '去订正' }).click();
    await expect(page.getByRole('navigation', { name: '答题卡' })).toBeVisible();
    await choose(page, 2, 2);
    await expect(page.getByText('再看看图例')).toBeVisible();
    await goTo(page, 3);
    await page.getByRole('button', { name: '删除 接线一.png' }).click();
    await expect(page.getByText('接线一.png')).toHaveCount(0);
    await attach(page, '接线三.png');
    await shot(page, 'correcting');
    await handIn(page);
    await link.online();
    await expect(page.getByText('全部送达', { exact: true })).toBeVisible();
  });

  await test.step('finished: each answer once, and the points as the late rule has them', async () => {
    await expect.poll(async () => (await work(teacher)).student.status).toBe(homeworkStatus.awaitingMarking);
    const last = await work(teacher);
    const options = last.items.map((item) => item.options.map(({ id }) => id));
    expect(last.items.slice(0, 2).map(({ answer }) => answer)).toEqual([[options[0]?.[0]], [options[1]?.[2]]]);
    expect(last.items[2]?.answer.join('')).toBe(words);
    expect(last.items[2]?.files.map(({ name, url }) => [name, url !== null]).toSorted()).toEqual([
      ['接线三.png', true],
      ['接线二.png', true],
    ]);
    const key = { planId, userId, answersVersion: last.answersVersion };
    const points = [2, 0, 5];
    await teacher.call(assignmentCalls.mark, {
      ...key,
      items: points.map((each, at) => ({ itemId: String(at + 1), points: each, comment: '' })),
    });
    await teacher.call(assignmentCalls.finish, { planId, userIds: [userId] });
    const student = await ApiClient.signIn(server.origin, 'student');
    // The student has 7 points, of which 80 % count because the work is late.
    expect(await student.call(assignmentCalls.myScore, { planId })).toMatchObject({ fullPoints: 7, points: 5.6, late: true });
    // `countLoggedOps` throws if a stream contains an op twice or has a gap.
    expect(countLoggedOps(server.dataDir).size).toBe(1);
  });
});
