import { expect, type BrowserContext, type Page } from '@playwright/test';
import { classCalls } from '../../../sync/contract/people/class.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { createAssignmentDraft } from '../../contract/fixtures/resource-drafts.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { expectGoodLook } from './page-faults.ts';
import { signInToDemo } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const field = (page: Page) => page.getByRole('textbox', { name: '第 1 题的作答' });
const savedHere = (page: Page) => expect(page.getByText(/^已保存到本机 [\d:]+$/)).toBeVisible();

async function handIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: '交卷', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click();
}

/** Covers problems with homework: each is explained to the person concerned, a teacher handles it without staff, and no work is lost. */
test('a changed class, a second device, a withdrawal and a closed window are said plainly, and what was written stays', async ({
  openPage,
  server,
}) => {
  const [page, second] = [await openPage(), await openPage({ viewport: { width: 375, height: 740 }, hasTouch: true })];
  const [teacher, school] = [await ApiClient.signIn(server.origin, 'teacher'), await ApiClient.signIn(server.origin, 'school')];
  const { items: people } = await makeUncheckedCall(teacher, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const userId = people.find((one) => one.login_name === 'student')?.id ?? 0;
  const { items: classes } = await makeUncheckedCall(school, classCalls.getList, { sort: 'name' });
  const [next = 0, own = 0] = classes.filter(({ name }) => name.startsWith('电工')).map(({ id }) => id);
  const others = people.flatMap(({ id }) => (id === userId ? [] : id)).slice(0, 1);
  const set = async (name: string, more: object): Promise<number> => {
    const words = { html: `<p>${name}，写出步骤。</p>`, points: 10, files: 0 };
    return (
      await makeUncheckedCall(teacher, assignmentCalls.add, {
        ...createAssignmentDraft(0, [userId], Date.now() - 60_000),
        paperId: null,
        words,
        name,
        ...more,
      })
    ).id;
  };
  const answersOf = async (planId: number) =>
    (await makeUncheckedCall(teacher, assignmentCalls.getWork, { planId, userId })).items[0]?.answer.join('');
  const open = async (at: Page, planId: number): Promise<void> => {
    await at.goto(`${server.origin}/student/homework/item/${planId}`);
    await expect(field(at)).toBeVisible();
  };
  const offline = async (at: BrowserContext, yes: boolean): Promise<void> => at.setOffline(yes);
  await signInToDemo(page, server.origin, 'student');

  await test.step('a class changed in mid-window: what was given stays, and what the new class has comes', async () => {
    await makeUncheckedCall(school, classCalls.assign, { class_id: own, user_ids: [userId] });
    const before = await set('停电步骤', { userIds: [], classIds: [own] });
    await set('送电步骤', { userIds: others, classIds: [next] });
    await open(page, before);
    await field(page).fill('先断开负荷。');
    await savedHere(page);
    await makeUncheckedCall(school, classCalls.assign, { class_id: next, user_ids: [userId] });
    await page.goto(`${server.origin}/student/homework/index`);
    await expect(page.getByRole('link', { name: '停电步骤', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: '送电步骤', exact: true })).toBeVisible();
    await open(page, before);
    await expect(field(page)).toHaveValue('先断开负荷。');
    await handIn(page);
    await expect(page.getByText('全部送达', { exact: true })).toBeVisible();
    expect(await answersOf(before)).toBe('先断开负荷。');
  });

  await test.step('a second device: what it takes over is said on both, and what had not arrived is left to the teacher', async () => {
    const planId = await set('验电步骤', {});
    await open(page, planId);
    await field(page).fill('先在有电处试。');
    await expect.poll(() => answersOf(planId)).toBe('先在有电处试。');
    await offline(page.context(), true);
    await field(page).fill('先在有电处试，再验。');
    await savedHere(page);
    // The newer sign-in ends the older session, but the work on the first device is still sent.
    await signInToDemo(second, server.origin, 'student');
    await second.goto(`${server.origin}/student/homework/item/${planId}`);
    await expect(second.getByRole('heading', { name: '这一份已经开始做，这台设备上没有它的记录' })).toBeVisible();
    await expect(second.getByText(/要等老师看过后决定/)).toBeVisible();
    await expectGoodLook(second, 'homework-elsewhere');
    await second.getByRole('button', { name: '转到这台设备' }).click();
    await second.getByRole('button', { name: '没有交过，转到这台设备' }).click();
    await expect(field(second)).toHaveValue('先在有电处试。');
    await offline(page.context(), false);
    await expect(page.getByRole('heading', { name: '已转到另一台设备' })).toBeVisible();
    await expect(page.getByText(/转走以前没有送达的，由老师看过后决定/)).toBeVisible();
    await expectGoodLook(page, 'homework-moved');
    // The teacher has the offline work of the first device and decides on it. Until then, the second device's answers count.
    await expect
      .poll(
        async () =>
          (await makeUncheckedCall(teacher, assignmentCalls.getById, { id: planId })).students.find((each) => each.userId === userId)
            ?.waiting,
      )
      .toBe(1);
    const { items } = await makeUncheckedCall(teacher, assignmentCalls.getEvidence, { planId, userId });
    expect(items[0]?.versions.map(({ value }) => value.join(''))).toContain('先在有电处试，再验。');
    await second.getByRole('button', { name: '打开答题卡' }).click();
    await handIn(second);
    await expect(second.getByText('有 1 条作答等老师决定')).toBeVisible();
    expect(await answersOf(planId)).toBe('先在有电处试。');
  });

  await test.step('withdrawn while it is answered: the sheet says why, and what was written still arrives', async () => {
    const planId = await set('接地步骤', {});
    await signInToDemo(page, server.origin, 'student');
    await open(page, planId);
    await field(page).fill('先接接地端。');
    await expect.poll(() => answersOf(planId)).toBe('先接接地端。');
    await offline(page.context(), true);
    await field(page).fill('先接接地端，后接导体端。');
    await savedHere(page);
    await makeUncheckedCall(teacher, assignmentCalls.withdraw, { id: planId, reason: '题目有误，明天重新布置' });
    await offline(page.context(), false);
    await expect(page.getByRole('status').getByText(/写过的都保留着。理由：题目有误，明天重新布置/)).toBeVisible();
    await expect(field(page)).toHaveValue('先接接地端，后接导体端。');
    await expectGoodLook(page, 'homework-withdrawn');
    await expect.poll(() => answersOf(planId)).toBe('先接接地端，后接导体端。');
    await page.getByRole('link', { name: '返回列表' }).click();
    await expect(page.getByText(/老师撤回了，不用再做：题目有误/)).toBeVisible();
  });

  await test.step('a window closed in the sending: handed in by itself without a network, delivered after it, kept and late', async () => {
    const planId = await set('悬挂标示牌', { dueMs: Date.now() + 20_000 });
    await open(page, planId);
    await offline(page.context(), true);
    await field(page).fill('在开关把手上挂“禁止合闸”。');
    await savedHere(page);
    await expect(page.getByRole('heading', { name: '时间到，已在本机自动交卷，等待送达' })).toBeVisible();
    await expect(page.getByText(/下次在这台设备上有网络时打开，会自动送达/)).toBeVisible();
    await expectGoodLook(page, 'homework-closed-window');
    await offline(page.context(), false);
    await expect(page.getByText('全部送达', { exact: true })).toBeVisible();
    expect(await answersOf(planId)).toBe('在开关把手上挂“禁止合闸”。');
    const { student } = await makeUncheckedCall(teacher, assignmentCalls.getWork, { planId, userId });
    expect(student.late).toBe(true);
  });
});
