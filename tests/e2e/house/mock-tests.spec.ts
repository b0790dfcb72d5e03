import { expect } from '@playwright/test';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { validPaperDraft, createAssignmentDraft } from '../../contract/fixtures/resource-drafts.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { expectGoodLook } from './page-faults.ts';
import { signInToDemo } from './sign-in.ts';

/** Takes a mock test, compares its tries with the pass line, and practises the wrong answers again with immediate feedback. */
test('a mock test is done, stands beside the pass line, and what was wrong is asked again', async ({ server, openPage }) => {
  const page = await openPage();
  const api = await ApiClient.signIn(server.origin, 'teacher');
  const sections = [{ title: '单选', type: 1, count: 4, pointsEach: 2, categories: ['电机与变压器'], partial: false }];
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 5 };
  const drawn = await makeUncheckedCall(
    api,
    paperCalls.draw,
    await makeUncheckedCall(api, paperCalls.add, { ...validPaperDraft, kind: 'test', sections, rules }),
  );
  const { items: people } = await makeUncheckedCall(api, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const userId = people.find((one) => one.login_name === 'student')?.id ?? 0;
  const asTest = { lateRule: 'refused', lateMs: 0, latePercent: 100, analysisRule: 'afterHandIn', tries: 3, minutes: 40 };
  const draft = { ...createAssignmentDraft(drawn.id, [userId], Date.now() - 60_000), ...asTest, name: '第一次模拟' };
  const { id: planId } = await makeUncheckedCall(api, assignmentCalls.add, draft);
  const { items } = await makeUncheckedCall(api, assignmentCalls.getWork, { planId, userId });
  const rightOf = (at: number): string => {
    const key = items[at]?.key;
    return key?.kind === 'choice' ? (key.right[0] ?? '') : '';
  };
  const wrongOf = (at: number): string => items[at]?.options.find(({ id }) => id !== rightOf(at))?.id ?? '';

  const sit = async (begin: string, letters: readonly string[]): Promise<void> => {
    await page.goto(`${server.origin}/student/test/index`);
    await page.getByRole('button', { name: begin }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: begin }).click();
    for (const [at, letter] of letters.entries()) {
      await expect(page.getByRole('heading', { name: new RegExp(`^第 ${at + 1} 题`) })).toBeVisible();
      await page.keyboard.press(letter);
      await expect(page.getByLabel(`第 ${at + 1} 题选项`).getByRole('radio', { checked: true })).toBeVisible();
      await page.keyboard.press('PageDown');
    }
    await page.getByRole('button', { name: /交卷/ }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click();
    await expect(page.getByText('全部送达', { exact: true })).toBeVisible();
  };
  await signInToDemo(page, server.origin, 'student');
  await sit('开始测试', [rightOf(0), rightOf(1), rightOf(2), wrongOf(3)]);
  await page.goto(`${server.origin}/student/test/score/${planId}`);
  await expect(page.getByText('5 分合格')).toBeVisible();
  await sit('再测一次', [rightOf(0), rightOf(1), wrongOf(2), wrongOf(3)]);
  await page.goto(`${server.origin}/student/test/score/${planId}`);
  await expect(page.getByRole('list', { name: '各次得分' }).getByRole('listitem')).toHaveText(['6第 1 次', '4第 2 次']);
  await expectGoodLook(page, 'mock-test-score');

  await page.getByRole('button', { name: '再做错的 2 题' }).click();
  for (const [at, correct] of [true, false].entries()) {
    await expect(page.getByText(`${at + 1} / 2，试卷第 ${at + 3} 题`)).toBeVisible();
    await page.keyboard.press(correct ? rightOf(at + 2) : wrongOf(at + 2));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText(correct ? '答对了' : '答错了')).toBeVisible();
    if (at === 0) await expectGoodLook(page, 'mock-test-again');
    await page.getByRole('button', { name: at === 0 ? '下一题' : '完成' }).click();
  }
  await expect(page.getByText('2 题，答对 1 题')).toBeVisible();
  await page.getByRole('button', { name: '再做错的 1 题' }).click();
  await expect(page.getByText('1 / 1，试卷第 4 题')).toBeVisible();
  await page.getByRole('button', { name: '回到答卷' }).click();
  await page.goto(`${server.origin}/student/test/index`);
  await expect(page.getByText('最好 6 分')).toBeVisible();
  await expect(page.getByText('最近 4 分 · 5 分合格')).toBeVisible();
  await expectGoodLook(page, 'mock-tests');
});

/** Practises questions that are linked to points: mastery follows the detail table, and a single point can be practised. */
test('mastery stands as the detail table does, and a point is practised by itself', async ({ server, openPage }) => {
  const page = await openPage();
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const { items } = await makeUncheckedCall(teacher, exerciseCalls.getCategories, {});
  // Opens the whole bank, except for the questions that the demo exam holds.
  for (const { category } of items.filter((each) => !each.category.includes('/')))
    await makeUncheckedCall(teacher, exerciseCalls.setOpen, { category, open: true });
  await signInToDemo(page, server.origin, 'student');
  await page.goto(`${server.origin}/student/exercises/index`);
  await expect(page.getByRole('heading', { name: '鉴定点掌握情况' })).toBeVisible();
  const point = page.getByRole('link', { name: /^A-A-A-\d{3} .+，未练/ }).first();
  await point.scrollIntoViewIfNeeded();
  await expectGoodLook(page, 'exercises');
  await page.setViewportSize({ width: 375, height: 740 });
  await expectGoodLook(page, 'exercises-phone');
  await point.click();
  await expect(page.getByText(/^第 1 \/ \d+ 题/)).toBeVisible();
});
