import { expect } from '@playwright/test';
import { classCalls } from '../../../sync/contract/class.ts';
import { paperStatus } from '../../../sync/contract/codes.ts';
import { examCalls } from '../../../sync/contract/exam.ts';
import { paperCalls } from '../../../sync/contract/paper.ts';
import { questionCalls } from '../../../sync/contract/question.ts';
import { userCalls } from '../../../sync/contract/user.ts';
import { ApiClient } from '../rig/api-client.ts';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { button, gaps, press, pressTwice } from './presses/press.ts';
import { signIn } from './sign-in.ts';

// A worker that fills its cache for each new browser costs more than all that is looked at here.
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
let api: ApiClient;
test.beforeAll(async () => {
  server = new ServerProcess(await freePort());
  await server.start();
  api = await ApiClient.signIn(server.origin, 'school');
});
test.afterAll(() => server.dispose());

for (const gap of gaps) {
  test(`a double click at ${gap} ms makes one paper, one draw, one plan, one copy`, async ({ page }) => {
    await signIn(page, server.origin, 'school');
    await page.goto(`${server.origin}/teacher/exam/paper/create`);
    const name = `连点试卷 ${gap}`;
    await page.getByLabel('试卷名称').fill(name);
    await page.getByRole('listitem', { name: '第 1 大题' }).getByLabel('题数').fill('3');
    // Thirteen questions of two points.
    await page.getByLabel('合格分').fill('16');
    await pressTwice(page, button(page, '保存，去组卷'), gap);
    await page.waitForURL(/\/paper-form\/\d+$/);
    await expect(button(page, '随机抽题')).toBeVisible();
    const papers = async () => (await api.call(paperCalls.getList, { filter: { keyword: name } })).items;
    const [paper, ...others] = await papers();
    expect(others).toEqual([]);
    // The second click fell on no button of the new page either.
    expect(paper?.status).toBe(paperStatus.created);

    await pressTwice(page, button(page, '随机抽题'), gap);
    const plan = page.getByRole('link', { name: '安排考试' });
    await expect(plan).toBeVisible();
    expect(new URL(page.url()).pathname).toMatch(/\/paper-form\/\d+$/);
    const drawn = await api.call(paperCalls.getById, { id: paper?.id ?? 0 });
    expect([drawn.status, drawn.variants.length]).toEqual([paperStatus.assembled, 1]);

    await pressTwice(page, plan, gap);
    await expect(page.getByLabel('考试名称')).toBeVisible();
    // Nothing was sent, so nothing is at fault.
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    await page.getByLabel('考试名称').fill(name);
    await page.getByLabel('开考时间').fill('2031-05-20 09:00');
    await page.getByRole('tab', { name: '搜索名册' }).click();
    await page.getByRole('button', { name: /^全选符合条件/ }).click();
    await expect(page.getByText(/^已选 \d+ 人/)).toBeVisible();
    await pressTwice(page, button(page, '保存'), gap);
    await page.waitForURL(/\/exam-plan\/item\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    expect((await api.call(examCalls.getList, { filter: { keyword: name } })).total).toBe(1);

    await page.goto(`${server.origin}/teacher/exam/index?keyword=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `更多操作：${name}` }).click();
    await pressTwice(page, page.getByRole('menuitem', { name: '复制' }), gap);
    await expect(page.getByRole('link', { name: `${name} 副本`, exact: true })).toBeVisible();
    expect(await papers()).toHaveLength(2);
  });

  test(`a double click, or Enter twice, at ${gap} ms adds one class, one person, one question`, async ({ page }) => {
    await signIn(page, server.origin, 'school');
    const name = `连点 ${gap}`;
    await page.goto(`${server.origin}/teacher/manage/class`);
    // Once: on a slow machine the two presses of a driven browser lie further apart than those of any hand.
    await button(page, '新建班级').first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('班级名称').fill(name);
    await pressTwice(page, button(form, '保存'), gap);
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
    expect((await api.call(classCalls.getList, { filter: { keyword: name } })).total).toBe(1);

    await page.goto(`${server.origin}/teacher/student/index`);
    await button(page, '添加').first().click();
    await form.getByLabel('姓名').fill(name);
    await form.getByLabel('登录名').fill(`press${gap}`);
    await pressTwice(page, button(form, '保存'), gap, 'Enter');
    await expect.poll(async () => (await api.call(userCalls.getList, { filter: { keyword: `press${gap}` } })).total).toBe(1);
    await expect(page.getByText(`press${gap}`).first()).toBeVisible();

    await page.goto(`${server.origin}/teacher/exam/questions/create?type=3`);
    await page.getByRole('radio', { name: '正确' }).check();
    await page.getByRole('textbox', { name: '题干' }).click();
    await page.keyboard.type(`连点题目${gap}毫秒。`);
    await pressTwice(page, button(page, '存为草稿'), gap);
    await expect(page.getByText('已保存', { exact: true }).first()).toBeVisible();
    expect((await api.call(questionCalls.getList, { filter: { keyword: `连点题目${gap}毫秒` } })).total).toBe(1);
  });
}

test('an answer that was lost is asked for again under the same key: one paper, one plan', async ({ page }) => {
  await signIn(page, server.origin, 'school');
  await page.goto(`${server.origin}/teacher/exam/paper/create`);
  const name = '答复丢失的试卷';
  await page.getByLabel('试卷名称').fill(name);
  await page.route(
    '**/api/paper/add',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await press(page, button(page, '保存，去组卷'));
  await expect(page.getByRole('alert').first()).toContainText('还没有保存');
  await press(page, button(page, '保存，去组卷'));
  await page.waitForURL(/\/paper-form\/\d+$/);
  expect((await api.call(paperCalls.getList, { filter: { keyword: name } })).total).toBe(1);
});
