import { expect, type Page } from '@playwright/test';
import { createWrittenExam } from '../exam/written-exam.ts';
import { getSavedIndicator } from '../exam/examinee.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

const head = (page: Page, number: number) => page.getByRole('heading', { name: new RegExp(`^第 ${number} 题，共`) });

/** Selects words, as a mouse does. */
const select = (page: Page, words: string) =>
  page
    .getByText(words)
    .filter({ visible: true })
    .evaluate((element, chosen) => {
      const text = [...element.childNodes].find((node) => node.textContent?.includes(chosen) === true);
      const from = text?.textContent?.indexOf(chosen) ?? -1;
      if (text === undefined || from < 0) throw new Error('not one piece of text');
      getSelection()?.setBaseAndExtent(text, from, text, from + chosen.length);
    }, words);

test('an answer in own words is kept as it is written, marked without a name, and counts once it is marked', async ({
  server,
  openPage,
}) => {
  const [sitter, marker, staff] = await Promise.all([openPage(), openPage(), openPage()]);
  const words = '主电路有熔断器作短路保护，热继电器作过载保护。\n控制电路由接触器自锁触点作失压、欠压保护。';
  const { planId } = await createWrittenExam(server, '电工四级综合考试');
  await signInToDemo(sitter, server.origin, 'examinee01');

  await test.step('written in the player, and there after a reload', async () => {
    await sitter.goto(`${server.origin}/student/exam/item/${planId}`);
    await expect(head(sitter, 1)).toBeVisible({ timeout: 60_000 });
    const field = sitter.getByRole('textbox', { name: '第 1 题的作答' });
    await field.fill(words);
    await field.press('PageDown');
    await expect(head(sitter, 2)).toBeVisible();
    await expect(sitter.getByText('本题由考评员当场评分')).toBeVisible();
    await expect(getSavedIndicator(sitter)).toHaveText(/^已保存到本机 \d/);
    await sitter.reload();
    await expect(head(sitter, 2)).toBeVisible({ timeout: 60_000 });
    await sitter.keyboard.press('PageUp');
    await expect(field).toHaveValue(words);
    await sitter.getByRole('button', { name: '交卷', exact: true }).click();
    await sitter.getByRole('button', { name: '确认交卷' }).click();
    await expect(sitter.getByRole('heading', { name: /已交卷|已在本机交卷/ })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('marked by key, without a name', async () => {
    await signInToDemo(marker, server.origin, 'marker');
    await expect(marker.getByRole('heading', { name: '电工四级综合考试' })).toBeVisible();
    await expect(marker.getByText('已阅 0 / 1 份')).toBeVisible();
    await marker.getByRole('link', { name: '开始阅卷' }).click();
    await expect(marker.getByText('热继电器作过载保护')).toBeVisible();
    await expect(marker.getByText(/examinee|考生01/)).toHaveCount(0);
    await marker.keyboard.press('Enter');
    await expect(marker.getByRole('alert').filter({ hasText: '请给每个采分点打分' })).toBeVisible();
    await marker.keyboard.press('3');
    await marker.keyboard.press('2');
    await expect(marker.getByRole('status').filter({ hasText: '5' })).toBeVisible();
    // Words are selected and marked with a key; a reload loses nothing.
    await select(marker, '热继电器作过载保护');
    await marker.keyboard.press('h');
    await marker.getByLabel('第 1 处批注的说明').fill('过载保护说清楚了');
    await marker.getByLabel('第 1 处批注的采分点').selectOption({ label: '采分点 1' });
    await expect(marker.getByText('批注 1 处')).toBeVisible();
    await expect(marker.getByText('未提交的评分已保存到本机')).toBeVisible();
    await marker.reload();
    await expect(marker.getByLabel('第 1 处批注的说明')).toHaveValue('过载保护说清楚了');
    await expect(marker.getByRole('status').filter({ hasText: '5' })).toBeVisible();
    await marker.keyboard.press('Enter');
    await expect(marker.getByText('这道题没有待阅的答卷了')).toBeVisible();
    await expect(marker.getByRole('button', { name: /密号/ })).toHaveText(/5$/);
    await marker.goto(`${server.origin}/marker/exam/group/${planId}`);
    await marker.getByRole('button', { name: /密号/ }).click();
    await expect(marker.getByRole('dialog').getByText('「热继电器作过载保护」过载保护说清楚了')).toBeVisible();
  });

  await test.step('the release waits for the practical task', async () => {
    await signInToDemo(staff, server.origin, 'teacher');
    await staff.goto(`${server.origin}/teacher/exam/exam-plan/score/${planId}`);
    // The exam lasts a minute, which has to pass first.
    await expect(staff.getByText('1 人还有题目未阅完')).toBeVisible({ timeout: 90_000 });
  });

  await test.step('an assessor marks the person before them', async () => {
    await marker.goto(`${server.origin}/marker/examOption/index`);
    await marker.getByRole('link', { name: /开始阅卷|查看|继续阅卷/ }).click();
    await marker.getByRole('button', { name: /未评$/ }).first().click();
    for (let half = 0; half < 4; half += 1) await marker.getByRole('button', { name: '通电试车 多扣' }).click();
    await marker.getByRole('button', { name: '提交', exact: true }).click();
    await marker.getByRole('alertdialog').getByRole('button', { name: '提交', exact: true }).click();
    await expect(marker.getByRole('button', { name: /我评 4$/ })).toBeVisible();
  });
});
