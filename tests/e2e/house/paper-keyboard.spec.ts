import { expect, type Locator } from '@playwright/test';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { ApiClient } from '../rig/api-client.ts';
import { findFreePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { getButton, chooseByKeyboard, pressElement, tabTo } from './keyboard-walk.ts';
import { signInToDemo } from './sign-in.ts';

test.use({ serviceWorkers: 'block' });

/** An assembly takes at most four seconds, up to sixteen on a busy machine. */
const patience = { timeout: 60_000 };

let server: ServerProcess;
test.beforeAll(async () => {
  server = new ServerProcess(await findFreePort());
  await server.start();
});
test.afterAll(() => server.dispose());

test('a paper of 160 and 40 by keyboard: made, assembled whole, locked, redrawn, swapped, looked at, printed, left', async ({ page }) => {
  // Presses Tab hundreds of times and checks each stop, which is slow on a busy machine.
  test.slow();
  const back = async (goal: Locator) => {
    await tabTo(page, goal, 'Shift+Tab');
    await page.keyboard.press('Enter');
  };
  const api = await ApiClient.signIn(server.origin, 'teacher');
  await signInToDemo(page, server.origin, 'teacher');
  await page.goto(`${server.origin}/teacher/exam/index`);

  // Creates the paper from the usual theory template.
  await pressElement(page, page.getByRole('link', { name: '新建试卷' }));
  // The list's search has the same label.
  await expect(page).toHaveURL(/\/create$/);
  await tabTo(page, page.getByLabel('试卷名称'));
  await page.keyboard.type('电工四级 理论 键盘');
  await pressElement(page, getButton(page, '套用模板'));
  const pattern = page.getByRole('menuitem', { name: /^160 单选 .* 90 分钟$/ });
  await expect(pattern).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem', { name: '第 1 大题' }).getByLabel('题数')).toHaveValue('160');
  await back(getButton(page, '保存，去组卷'));
  await expect(page).toHaveURL(/\/paper-form\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  const read = async () => {
    const paper = await api.call(paperCalls.getById, { id });
    return { paper, ids: paper.variants[0]?.sections.flat().map((entry) => entry.id) ?? [] };
  };

  // In the blueprint, arrows change the tab, the detail table is chosen, and the bank satisfies every quota.
  await tabTo(page, page.getByRole('tab', { name: '题目' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '双向细目表' })).toHaveAttribute('aria-selected', 'true');
  await chooseByKeyboard(page, page.getByLabel('鉴定要素细目表'), '电工 4 级 · 第 1 版');
  await expect(page.getByText('比重合计 100')).toBeVisible();
  await expect(page.getByText('题库够用')).toBeVisible();
  await back(getButton(page, '按方案组卷'));
  await expect(page.getByText('已组卷').first()).toBeVisible(patience);
  const whole = await read();
  expect(whole.ids).toHaveLength(200);
  expect(whole.paper.variants[0]?.sections.map((entries) => entries.length)).toEqual([160, 40]);

  // The chosen questions are one Tab stop; up and down move to the same button of the next question.
  const chosen = page.getByRole('listitem').filter({ has: getButton(page, '换一题') });
  await tabTo(page, getButton(chosen.first(), '锁定'));
  await page.keyboard.press('ArrowDown');
  await expect(getButton(chosen.nth(1), '锁定')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(getButton(chosen.nth(1), '解锁')).toBeFocused();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  await expect.poll(async () => (await read()).paper.variants[0]?.sections[0]?.[1]?.locked).toBe(true);

  // Draws the unlocked questions again.
  await back(getButton(page, '重抽未锁定'));
  await expect.poll(async () => (await read()).ids.join() !== whole.ids.join(), patience).toBe(true);
  const again = await read();
  expect(again.ids[1]).toBe(whole.ids[1]);
  expect(again.ids).toHaveLength(200);

  // One question is replaced by its nearest match; the focus stays on the same position.
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  await tabTo(page, getButton(chosen.nth(1), '换一题'));
  await page.keyboard.press('ArrowUp');
  await expect(getButton(chosen.first(), '换一题')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read()).ids[0] !== again.ids[0]).toBe(true);
  await expect(getButton(chosen.first(), '换一题')).toBeFocused();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();

  // Previews the paper as an examinee sees it, prints it, and leaves.
  await back(page.getByRole('link', { name: '预览' }));
  await expect(page.getByRole('region', { name: '考生视角' })).toBeVisible();
  await page.keyboard.press('PageDown');
  await back(page.getByRole('link', { name: '返回组卷' }));
  await pressElement(page, page.getByRole('link', { name: '打印' }));
  await page.evaluate(() => {
    window.print = () => void (document.title = 'printed');
  });
  await pressElement(page, getButton(page, '打印'));
  await expect(page).toHaveTitle('printed');
  await back(page.getByRole('link', { name: '返回组卷' }));
  await expect(page).toHaveURL(/\/paper-form\/\d+$/);
});
