import { expect, type Page } from '@playwright/test';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { createAssignmentDraft, validPaperDraft } from '../../contract/fixtures/resource-drafts.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { expectGoodLook } from './page-faults.ts';
import { openAsStaff, signInToDemo } from './sign-in.ts';

const bank = '/teacher/exam/questions';
const steps = ['断开负荷开关', '拉开隔离开关', '验明确无电压', '装设接地线'];
const units = [
  ['电压', '伏特'],
  ['电流', '安培'],
  ['电阻', '欧姆'],
] as const;

/** Creates a question as an administrator, with its parts in the correct order, and puts it into use. */
async function typeQuestion(page: Page, type: string, stem: string, fill: () => Promise<void>): Promise<void> {
  await page.goto(new URL(`${bank}/create`, page.url()).href);
  await page.getByRole('combobox', { name: '题型' }).click();
  await page.getByRole('option', { name: type }).click();
  await page.getByRole('textbox', { name: '题干' }).fill(stem);
  await page.getByLabel(/^分类/).first().fill('排序与匹配');
  await fill();
}

/** An administrator enters an ordering and a matching question. A student answers them by mouse, keyboard and lists, reloads, and reads the score. */
test('ordering and matching questions are typed in, printed, answered, and marked automatically', async ({ server, openPage }) => {
  const head = await openPage();
  await openAsStaff(head, server.origin, 'school', bank);
  await typeQuestion(head, '排序题', '将停电检修的步骤排成正确的顺序。', async () => {
    for (const [at, text] of steps.entries()) await head.getByRole('textbox', { name: `第 ${at + 1} 项` }).fill(text);
  });
  await expectGoodLook(head, 'editor-ordering');
  await head.getByRole('button', { name: '保存并投入使用' }).click();
  await head.waitForURL(/\/item\/\d+$/);
  await head.getByRole('switch', { name: '显示答案' }).click();
  await expect(head.getByText('正确顺序', { exact: true })).toBeVisible();
  await keepPicture(head, 'item-ordering');
  await typeQuestion(head, '匹配题', '将各物理量与其单位对应起来。', async () => {
    for (const [at, [left, right]] of units.entries()) {
      await head.getByRole('textbox', { name: `左项 ${at + 1}`, exact: true }).fill(left);
      await head.getByRole('textbox', { name: `左项 ${at + 1} 对应的选项` }).fill(right);
    }
    await head.getByRole('textbox', { name: '左项 4 对应的选项' }).fill('瓦特');
  });
  await expectGoodLook(head, 'editor-matching');
  await head.getByRole('button', { name: '保存并投入使用' }).click();
  await head.waitForURL(/\/item\/\d+$/);
  await keepPicture(head, 'item-matching-plain');
  await head.getByRole('switch', { name: '显示答案' }).click();
  await expect(head.getByText('对应关系', { exact: true })).toBeVisible();
  await keepPicture(head, 'item-matching');

  const api = await ApiClient.signIn(server.origin, 'teacher');
  const section = { count: 1, pointsEach: 4, categories: ['排序与匹配'], partial: true };
  const sections = [
    { ...section, title: '一、排序题', type: 9 },
    { ...section, title: '二、匹配题', type: 10 },
  ];
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: true, passPoints: 5 };
  const drawn = await makeUncheckedCall(
    api,
    paperCalls.draw,
    await makeUncheckedCall(api, paperCalls.add, { ...validPaperDraft, kind: 'test', sections, rules }),
  );
  const teacher = await openPage();
  await openAsStaff(teacher, server.origin, 'teacher', `/teacher/test/paper-form/${drawn.id}/print`);
  await expect(teacher.getByText('（　　　　　　）', { exact: true }).first()).toBeVisible();
  await keepPicture(teacher, 'print-paper');

  const { items: people } = await makeUncheckedCall(api, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const userId = people.find((one) => one.login_name === 'student')?.id ?? 0;
  const times = { lateRule: 'refused', lateMs: 0, latePercent: 100, analysisRule: 'afterHandIn', tries: 3, minutes: 40 };
  const draft = { ...createAssignmentDraft(drawn.id, [userId], Date.now() - 60_000), ...times, name: '排序与匹配' };
  const { id: planId } = await makeUncheckedCall(api, assignmentCalls.add, draft);

  const page = await openPage();
  await signInToDemo(page, server.origin, 'student');
  await page.goto(`${server.origin}/student/test/index`);
  await page.getByRole('button', { name: '开始测试' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '开始测试' }).click();
  const order = page.getByRole('group', { name: '第 1 题选项' });
  const rows = order.getByRole('listitem');
  const readRows = async (): Promise<string[]> =>
    (await rows.allTextContents()).map((text) => steps.find((step) => text.includes(step)) ?? text);
  await expect(rows).toHaveCount(4);
  await expectGoodLook(page, 'player-ordering-unanswered');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectGoodLook(page, 'phone-ordering');
  await page.setViewportSize({ width: 1366, height: 768 });

  await test.step('the first step is dragged to the top, the others are moved by keyboard', async () => {
    const handle = order.getByRole('button', { name: new RegExp(`^移动第 \\d 项：${steps[0] ?? ''}`) });
    const from = await handle.boundingBox();
    const top = await rows.first().boundingBox();
    await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move((top?.x ?? 0) + 20, (top?.y ?? 0) + 10, { steps: 5 });
    await keepPicture(page, 'player-ordering-dragged');
    await page.mouse.move((top?.x ?? 0) + 20, (top?.y ?? 0) - 4);
    await page.mouse.up();
    expect((await readRows())[0]).toBe(steps[0]);
    // Drags the first step to the end of the list and back, past all other steps in both directions.
    const [first, last] = [await rows.first().boundingBox(), await rows.last().boundingBox()];
    for (const [from, to] of [
      [first, last],
      [last, first],
    ]) {
      await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20);
      await page.mouse.down();
      await page.mouse.move((to?.x ?? 0) + 300, (to?.y ?? 0) + (to === last ? 50 : 5), { steps: 8 });
      await page.mouse.up();
      expect((await readRows()).indexOf(steps[0] ?? '')).toBe(to === last ? 3 : 0);
    }
    for (const [to, step] of steps.entries())
      for (let at = (await readRows()).indexOf(step); at > to; at -= 1)
        await order.getByRole('button', { name: `移动第 ${at + 1} 项：${step}` }).press('ArrowUp');
    if ((await order.getByRole('button', { name: '就用这个顺序' }).count()) > 0)
      await order.getByRole('button', { name: '就用这个顺序' }).click();
    expect(await readRows()).toEqual(steps);
  });
  await page.keyboard.press('PageDown');
  const list = (at: number) => page.getByRole('combobox', { name: `左项 ${at} 对应的选项` });
  const letterOf = async (text: string): Promise<string> =>
    (await list(1).locator('option', { hasText: text }).getAttribute('value')) ?? '';
  for (const at of [1, 2]) await list(at).selectOption(await letterOf(units[at - 1]?.[1] ?? ''));
  await list(3).focus();
  // Letters and arrow keys choose an option of the focused drop-down list. They neither leave the question nor mark it for review.
  const letter = (await list(3).locator('option', { hasText: '瓦特' }).textContent())?.charAt(0) ?? '';
  await page.keyboard.press(letter);
  await expect(list(3)).toHaveValue(await letterOf('瓦特'));
  await list(3).selectOption('');
  await expectGoodLook(page, 'player-matching');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectGoodLook(page, 'phone-matching');
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.getByText(/^已保存到本机 \d/)).toBeVisible();
  await page.reload();
  await expect(list(2)).toHaveValue(await letterOf('安培'));
  await expect(list(3)).toHaveValue('');
  await page.getByRole('button', { name: /交卷/ }).first().click();
  await expect(page.getByRole('dialog')).toContainText('未填完 1 题');
  await keepPicture(page, 'hand-in-partly');
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click();
  await expect(page.getByText('全部送达', { exact: true })).toBeVisible();
  await page.goto(`${server.origin}/student/test/score/${planId}`);
  // The ordering question is fully right and gives 4 points; two of three matched pairs give 2.67 of 4.
  await expect(page.getByText('6.67').first()).toBeVisible();
  await expectGoodLook(page, 'score-placed');
});
