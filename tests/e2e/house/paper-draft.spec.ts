import { expect, type Page } from '@playwright/test';
import { paperCalls } from '../../../sync/contract/paper.ts';
import { ApiClient } from '../rig/api-client.ts';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { signIn } from './sign-in.ts';

// A worker that fills its cache for each new browser costs more than all that is looked at here.
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
test.beforeAll(async () => {
  server = new ServerProcess(await freePort());
  await server.start();
});
test.afterAll(() => server.dispose());

const name = (page: Page) => page.getByLabel('试卷名称');
const draftKept = (page: Page) => expect(page.getByText(/草稿已保存/)).toBeVisible();

test('a paper form outlives a network drop, a reload and a closed tab, and overwrites nobody unseen @journey', async ({ context }) => {
  const first = await context.newPage();
  await signIn(first, server.origin, 'teacher');
  await first.goto(`${server.origin}/teacher/exam/paper/create`);
  await name(first).fill('断网也在的试卷');
  await first.getByLabel('分类').first().fill('2026/期末');
  await draftKept(first);

  // The network goes while it is being saved: said, and nothing is lost.
  await context.setOffline(true);
  await first.getByRole('button', { name: '保存，去组卷' }).click();
  await expect(first.getByRole('alert').first()).toBeVisible();
  await expect(name(first)).toHaveValue('断网也在的试卷');
  await context.setOffline(false);
  await first.reload();
  await expect(first.getByText('已恢复上次没有提交的草稿。')).toBeVisible();
  await expect(name(first)).toHaveValue('断网也在的试卷');

  // The list knows of it, also after a reload, and leads back.
  await first.goto(`${server.origin}/teacher/exam/index`);
  await first.getByRole('link', { name: '继续编辑' }).click();
  await expect(name(first)).toHaveValue('断网也在的试卷');
  await first.getByRole('button', { name: '保存，去组卷' }).click();
  await first.waitForURL(/\/paper-form\/\d+$/);
  const id = Number(first.url().split('/').at(-1));
  await first.goto(`${server.origin}/teacher/exam/index`);
  await expect(first.getByRole('link', { name: '断网也在的试卷', exact: true })).toBeVisible();
  await expect(first.getByRole('link', { name: '继续编辑' })).toHaveCount(0);

  // A change is typed, and the tab closed at once; somebody else changes the paper before it is opened again.
  const edit = `${server.origin}/teacher/exam/paper/create/${id}`;
  await first.goto(edit);
  await name(first).fill('我改的名称');
  await draftKept(first);
  const second = await context.newPage();
  await first.close();
  const school = await ApiClient.signIn(server.origin, 'school');
  const { version, sections, ...rest } = await school.call(paperCalls.getById, { id });
  await school.call(paperCalls.modify, { ...rest, id, version, sections, name: '学校改的名称', rules: { ...rest.rules, minutes: 75 } });

  // With its tab the session went; who signs in again finds the draft.
  await signIn(second, server.origin, 'teacher');
  await second.goto(edit);
  await expect(second.getByText('已恢复上次没有提交的草稿。')).toBeVisible();
  await expect(name(second)).toHaveValue('我改的名称');
  await second.getByRole('button', { name: '保存修改' }).click();
  const refused = second.getByRole('alert').filter({ hasText: '修改' });
  await expect(refused.first()).toContainText('名称');
  expect((await school.call(paperCalls.getById, { id })).name).toBe('学校改的名称');

  // In another tab the same form says that it is open twice.
  const third = await context.newPage();
  await third.goto(edit);
  await name(third).fill('第三个标签页');
  await expect(second.getByText(/另一个标签页/)).toBeVisible();
  await third.close();

  // Theirs is loaded, with what was typed here over it; a look, and it is saved.
  await second.getByRole('button', { name: '载入最新，保留我的改动' }).click();
  await expect(refused).toHaveCount(0);
  await expect(name(second)).toHaveValue('我改的名称');
  await second.getByRole('button', { name: '保存修改' }).click();
  await second.waitForURL(/\/paper-form\/\d+$/);
  // What only the school changed stays changed.
  const both = await school.call(paperCalls.getById, { id });
  expect([both.name, both.rules.minutes]).toEqual(['我改的名称', 75]);
});
