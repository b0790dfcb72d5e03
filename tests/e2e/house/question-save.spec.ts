import { expect, type Page } from '@playwright/test';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { delayReplies, loseReply } from './replies.ts';
import { signInToDemo } from './sign-in.ts';

test.beforeEach(async ({ page, server }) => {
  // Leaving asks while there are unsaved changes; this test reloads on purpose.
  page.on('dialog', (dialog) => void dialog.accept());
  await signInToDemo(page, server.origin, 'teacher');
});

const create = (origin: string) => `${origin}/teacher/exam/questions/create?type=3`;
const stem = (page: Page) => page.getByRole('textbox', { name: '题干' });
const write = async (page: Page, text: string) => {
  await stem(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
};
const draft = (page: Page) => expect(page.getByText('草稿已保存')).toBeVisible();
const lost = (page: Page) => expect(page.getByText('没有收到服务器的答复，题目可能还没有保存。')).toBeVisible();
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('a second tab that finds the draft doesn’t save it over the first, nor twice', async ({ page, server }) => {
  const api = await ApiClient.signIn(server.origin, 'teacher');
  const found = async () =>
    (await api.call(questionCalls.getList, { filter: { keyword: '氩灯发紫光' } })).items.map((each) =>
      each.stem.replaceAll(/<[^>]+>/g, ''),
    );
  await page.goto(create(server.origin));
  await page.getByRole('radio', { name: '正确' }).check();
  await write(page, '氩灯发紫光');
  await draft(page);
  await loseReply(page, '**/api/question/add');
  await page.keyboard.press('Control+s');
  await lost(page);
  await draft(page);
  const second = await page.context().newPage();
  second.on('dialog', (dialog) => void dialog.accept());
  await second.goto(create(server.origin));
  await expect(stem(second)).toContainText('氩灯发紫光');
  const told = second.getByText('这份草稿来自另一个打开的页面，可能已经保存。');
  await expect(told).toBeVisible();
  // The first tab continues and gets its reply.
  await write(page, '，用于标志');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/create\/\d+$/);
  await write(second, '（旧）');
  await second.keyboard.press('Control+s');
  await expect(second.getByRole('button', { name: '另存为新题' })).toBeVisible();
  expect(await found()).toEqual(['氩灯发紫光，用于标志']);
  await second.getByRole('button', { name: '另存为新题' }).click();
  await second.waitForURL(/\/item\/\d+$/);
  expect((await found()).toSorted()).toEqual(['氩灯发紫光，用于标志', '氩灯发紫光（旧）'].toSorted());

  // For an existing question, the second tab learns what the first has saved.
  await write(page, '甲');
  await draft(page);
  await loseReply(page, '**/api/question/modify');
  await page.keyboard.press('Control+s');
  await lost(page);
  await draft(page);
  await second.goto(page.url());
  await expect(stem(second)).toContainText('甲');
  await write(page, '乙');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('草稿已保存')).toHaveCount(0);
  await write(second, '丙');
  await second.keyboard.press('Control+s');
  await expect(second.getByRole('alert').filter({ hasText: '修改了这道题' })).toBeVisible();
  expect(await found()).toContain('氩灯发紫光，用于标志甲乙');
});

test('what a button wrote just before a late answer is no saved text', async ({ page, server }) => {
  await page.goto(create(server.origin));
  await page.getByRole('radio', { name: '正确' }).check();
  await write(page, '氙灯近日光');
  await draft(page);
  const added = await delayReplies(page, '**/api/question/add');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('服务器还没有答复。可以继续编辑，内容已保存在本机。')).toBeVisible();
  await page.getByRole('button', { name: '编号列表' }).first().click();
  await added();
  await expect(page.getByText('已保存，之后的修改还没有保存')).toBeVisible();
  await expect(stem(page).locator('ol')).toContainText('氙灯近日光');
});

test('a picture that is on its way is waited for by the save', async ({ page, server }) => {
  await page.goto(create(server.origin));
  await page.getByRole('radio', { name: '错误' }).check();
  await write(page, '汞灯的启动电路如图');
  const uploaded = await delayReplies(page, '**/api/upload');
  await page.locator('input[type=file]').first().setInputFiles({ name: '电路.png', mimeType: 'image/png', buffer: dot });
  await expect(page.getByText('电路.png')).toBeVisible();
  await page.getByRole('button', { name: '存为草稿' }).click();
  await expect(page.getByText('图片上传完后保存…')).toBeVisible();
  await uploaded();
  await page.waitForURL(/\/item\/\d+$/);
  await expect(page.getByRole('main').getByRole('img', { name: '电路' })).toBeVisible();

  // A failed picture upload is reported, and the question is not saved without it.
  await page.goto(create(server.origin));
  await page.getByRole('radio', { name: '错误' }).check();
  await write(page, '镇流器的接法如图');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/upload', async (route) => {
    await gate.promise;
    await route.abort();
  });
  await page.locator('input[type=file]').first().setInputFiles({ name: '接法.png', mimeType: 'image/png', buffer: dot });
  await page.getByRole('button', { name: '存为草稿' }).click();
  await expect(page.getByText('图片上传完后保存…')).toBeVisible();
  gate.resolve();
  await expect(page.getByText('有图片没有传完，题目还没有保存。')).toBeVisible();
  await expect(page).toHaveURL(/\/create/);
});
