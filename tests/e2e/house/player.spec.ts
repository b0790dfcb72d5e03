import { expect, type Locator, type Page } from '@playwright/test';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { type LockdownRules, noLockdown } from '../../../sync/contract/exams/lockdown.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

/** Moves the focus to `goal` with Tab alone from its present position. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  // A disabled control has no Tab stop.
  await expect(goal).toBeEnabled();
  for (let stop = 0; stop < 150; stop += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    // Waits a frame: no user presses keys faster than the page renders.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }
  throw new Error(`Tab never came to ${String(goal)}`);
}

/** Publishes an exam of thirty questions and opens it as `loginName`. */
async function sit(origin: string, page: Page, loginName: string, lockdown?: LockdownRules): Promise<void> {
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const section = { type: 1 as const, pointsEach: 2, partial: false, count: 30 };
  const paper = await teacher.call(paperCalls.add, {
    name: '键盘答题卷',
    sections: [{ ...section, title: '单选', categories: ['电机与变压器', '低压电器与控制'] }],
    rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 12 },
  });
  const drawn = await teacher.call(paperCalls.draw, paper);
  const { items } = await teacher.call(userCalls.getExamUserList, { pageSize: 200 });
  const plan = await teacher.call(examCalls.add, {
    name: '键盘答题',
    paperId: drawn.id,
    startMs: Date.now() + 1000,
    durationMs: 3_600_000,
    entryLimitMs: 3_600_000,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: items.slice(0, 4).map((person) => person.id),
    ...(lockdown && { lockdown }),
  });
  await teacher.call(examCalls.publish, plan);
  await signInToDemo(page, origin, loginName);
  await page.goto(`${origin}/student/exam/item/${plan.id}`);
  await expect(head(page, 1)).toBeVisible({ timeout: 60_000 });
}

const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const head = (page: Page, number: number) => page.getByRole('heading', { name: new RegExp(`^第 ${number} 题，共`) });
const cell = (page: Page, number: number) =>
  page.getByRole('navigation', { name: '答题卡' }).getByRole('button', { name: new RegExp(`^第 ${number} 题，`) });

test('the player loads all questions, but only the current one is visible, in the Tab order and answered by keys', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1024, height: 420 });
  await sit(server.origin, page, 'examinee01');
  const shown = page.getByRole('heading', { name: /^第 \d+ 题，共/ });
  await page.keyboard.press('b');
  await page.keyboard.press('PageDown');
  await expect(head(page, 2)).toBeVisible();
  await expect(shown).toHaveCount(1);
  await page.keyboard.press('c');
  await page.keyboard.press('PageUp');
  await expect(head(page, 1)).toBeVisible();
  await expect(shown).toHaveCount(1);
  await expect(page.getByLabel('第 1 题选项').getByRole('radio').nth(1)).toBeChecked();
  await page.keyboard.press('PageDown');
  await expect(page.getByLabel('第 2 题选项').getByRole('radio').nth(2)).toBeChecked();

  // Tab skips the questions that are not shown.
  const behind = () => document.activeElement?.closest('[data-scroller]:not([data-shown])') !== null;
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(behind)).toBe(false);
  }

  // A question that is opened again is scrolled to its top.
  const place = () => page.locator('[data-shown]').evaluate((pane) => pane.scrollTop);
  const option = page.getByLabel('第 2 题选项').getByRole('radio').last();
  await option.focus();
  await option.evaluate((input) => input.closest('[data-scroller]')?.scrollTo(0, 60));
  await page.keyboard.press('PageDown');
  await expect(head(page, 3)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [...document.querySelectorAll('[data-scroller]')].map((pane) => pane.scrollTop)))
    .not.toContain(60);
  await page.keyboard.press('PageUp');
  await expect(head(page, 2)).toBeVisible();
  expect(await place()).toBe(0);
  // Tab continues in the visible question, however it was opened.
  await expect(page.locator('[data-shown] [data-question-head]')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('第 2 题选项').getByRole('radio').nth(2)).toBeFocused();

  // A reload keeps the question and its answers.
  await page.reload();
  await expect(head(page, 2)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel('第 2 题选项').getByRole('radio').nth(2)).toBeChecked();
});

test('the answer card by keyboard: arrow keys move, Tab leaves, and Shift+Tab returns to the current question', async ({
  page,
  server,
}) => {
  await sit(server.origin, page, 'examinee02');
  await cell(page, 4).click();
  await expect(head(page, 4)).toBeFocused();
  await tabTo(page, cell(page, 4));
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'Home', 'ArrowRight']) await page.keyboard.press(key);
  await expect(cell(page, 2)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(getButton(page, '交卷')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(cell(page, 4)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(head(page, 3)).toBeFocused();
});

test('leaving the paper covers it and warns the examinee, also above an open dialog', async ({ page, server }) => {
  await sit(server.origin, page, 'examinee03', { ...noLockdown, warnAt: 1, reportAt: 2 });
  const window = (event: 'blur' | 'focus') => page.evaluate((name) => void globalThis.dispatchEvent(new Event(name)), event);
  const covered = page.getByText(/^离开考试窗口时，试卷已遮住/);
  await window('blur');
  await expect(covered).toBeVisible();
  await window('focus');
  await expect(page.getByText(/^请留在考试界面，.*已记录 1 次/)).toBeVisible();
  await getButton(page, '交卷').click();
  await window('blur');
  await expect(covered).toBeVisible();
  // Hit-testing skips elements that a dialog makes inert, so this checks instead that the cover over the paper is in the top layer.
  expect(await page.locator('[data-covered]').evaluate((cover) => cover.matches(':popover-open'))).toBe(true);
});
