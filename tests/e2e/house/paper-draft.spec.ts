import { expect, type Page } from '@playwright/test';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { ApiClient } from '../rig/api-client.ts';
import { findFreePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

// Filling a service worker's cache in every new browser costs more than the whole check.
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
test.beforeAll(async () => {
  server = new ServerProcess(await findFreePort());
  await server.start();
});
test.afterAll(() => server.dispose());

const name = (page: Page) => page.getByLabel('试卷名称');
const draftKept = (page: Page) => expect(page.getByText(/草稿已保存/)).toBeVisible();

test('a paper form outlives a network drop, a reload and a closed tab, and overwrites nobody unseen', async ({ context }) => {
  const first = await context.newPage();
  await signInToDemo(first, server.origin, 'teacher');
  await first.goto(`${server.origin}/teacher/exam/paper/create`);
  await name(first).fill('断网也在的试卷');
  await first.getByLabel('分类').first().fill('2026/期末');
  await draftKept(first);

  // The network fails during saving: the page says so, and no input is lost.
  await context.setOffline(true);
  await first.getByRole('button', { name: '保存，去组卷' }).click();
  await expect(first.getByRole('alert').first()).toBeVisible();
  await expect(name(first)).toHaveValue('断网也在的试卷');
  await context.setOffline(false);
  await first.reload();
  await expect(first.getByText('已恢复上次没有提交的草稿。')).toBeVisible();
  await expect(name(first)).toHaveValue('断网也在的试卷');

  // The list shows the draft, also after a reload, and links to it.
  await first.goto(`${server.origin}/teacher/exam/index`);
  await first.getByRole('link', { name: '继续编辑' }).click();
  await expect(name(first)).toHaveValue('断网也在的试卷');
  await first.getByRole('button', { name: '保存，去组卷' }).click();
  await first.waitForURL(/\/paper-form\/\d+$/);
  const id = Number(first.url().split('/').at(-1));
  await first.goto(`${server.origin}/teacher/exam/index`);
  await expect(first.getByRole('link', { name: '断网也在的试卷', exact: true })).toBeVisible();
  await expect(first.getByRole('link', { name: '继续编辑' })).toHaveCount(0);

  // A change is typed and the tab closed at once; another user changes the paper before it is opened again.
  const edit = `${server.origin}/teacher/exam/paper/create/${id}`;
  await first.goto(edit);
  await name(first).fill('我改的名称');
  await draftKept(first);
  const second = await context.newPage();
  await first.close();
  const school = await ApiClient.signIn(server.origin, 'school');
  const { version, sections, ...rest } = await school.call(paperCalls.getById, { id });
  await school.call(paperCalls.modify, { ...rest, id, version, sections, name: '学校改的名称', rules: { ...rest.rules, minutes: 75 } });

  // The session ended with its tab; after signing in again the user finds the draft.
  await signInToDemo(second, server.origin, 'teacher');
  await second.goto(edit);
  await expect(second.getByText('已恢复上次没有提交的草稿。')).toBeVisible();
  await expect(name(second)).toHaveValue('我改的名称');
  await second.getByRole('button', { name: '保存修改' }).click();
  const refused = second.getByRole('alert').filter({ hasText: '修改' });
  await expect(refused.first()).toContainText('名称');
  expect((await school.call(paperCalls.getById, { id })).name).toBe('学校改的名称');

  // The same form in another tab warns that it is open twice.
  const third = await context.newPage();
  await third.goto(edit);
  await name(third).fill('第三个标签页');
  await expect(second.getByText(/另一个标签页/)).toBeVisible();
  await third.close();

  // The other user's version is loaded with the typed changes on top; after a look, it is saved.
  await second.getByRole('button', { name: '载入最新，保留我的改动' }).click();
  await expect(refused).toHaveCount(0);
  await expect(name(second)).toHaveValue('我改的名称');
  await second.getByRole('button', { name: '保存修改' }).click();
  await second.waitForURL(/\/paper-form\/\d+$/);
  // A field that only the school changed keeps the school's value.
  const both = await school.call(paperCalls.getById, { id });
  expect([both.name, both.rules.minutes]).toEqual(['我改的名称', 75]);
});
