import { expect } from '@playwright/test';
import { paperCalls } from '../../../sync/contract/paper.ts';
import { taskCalls } from '../../../sync/contract/task.ts';
import { userCalls } from '../../../sync/contract/user.ts';
import { paperDraft, taskDraft } from '../../contract/fixtures/thing-drafts.ts';
import { ApiClient } from '../rig/api-client.ts';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { made } from './presses/press.ts';
import { signIn } from './sign-in.ts';

/** Homework from the setting to the score: done and handed in without a network, marked, given back with words, corrected, finished. */
test('homework is taken along, done offline, handed in, marked and given back @journey', async ({ browser }) => {
  const server = new ServerProcess(await freePort());
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const [teacher, student] = [await browser.newPage({ viewport: { width: 1366, height: 768 } }), await context.newPage()];
  const shot = async (page: typeof teacher, name: string) => {
    const folder = process.env['WENKAO_SHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  try {
    await server.start();
    const api = await ApiClient.signIn(server.origin, 'teacher');
    const sections = [{ title: '单选', type: 1, count: 2, pointsEach: 2, categories: ['高考地理'], partial: false }];
    const drawn = await made(api, paperCalls.draw, await made(api, paperCalls.add, { ...paperDraft, kind: 'homework', sections }));
    const { items } = await made(api, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
    const userId = items.find((one) => one.login_name === 'student')?.id ?? 0;
    const { id } = await made(api, taskCalls.add, taskDraft(drawn.id, [userId], Date.now() - 60_000));

    await signIn(student, server.origin, 'student');
    await student.goto(`${server.origin}/student/homework/index`);
    await expect(student.getByText('未交 · 未做').last()).toBeVisible();
    await shot(student, 'student-list');
    await student.getByRole('button', { name: /^带走/ }).click();
    await expect(student.getByText(/^已带走 /)).toBeVisible();

    await test.step('offline from begin to end', async () => {
      await student.getByRole('link', { name: '开始做' }).click();
      await expect(student.getByRole('heading', { name: /^第 1 题/ })).toBeVisible();
      await context.setOffline(true);
      await student.keyboard.press('A');
      await student.keyboard.press('PageDown');
      await student.keyboard.press('B');
      // Kept twice, though nobody ran a pre-check here.
      await expect(student.getByText(/^已保存到本机 [\d:]+$/)).toBeVisible();
      await shot(student, 'player-offline');
      await student.getByRole('button', { name: /交卷/ }).first().click();
      await student.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click();
      await expect(student.getByRole('heading', { level: 1 })).toBeVisible();
      await context.setOffline(false);
      await expect(student.getByText('全部送达', { exact: true })).toBeVisible({ timeout: 60_000 });
    });

    await signIn(teacher, server.origin, 'teacher');
    await teacher.goto(`${server.origin}/teacher/homework/user`);
    await expect(teacher.getByRole('link', { name: '甲作业', exact: true })).toBeVisible();
    await shot(teacher, 'teacher-list');
    await teacher.goto(`${server.origin}/teacher/homework/user/score/${id}`);
    await expect(teacher.getByText('待批阅').first()).toBeVisible();
    await shot(teacher, 'teacher-score');
    await teacher.goto(`${server.origin}/teacher/homework/user/item/${id}/${userId}`);
    await teacher.getByLabel('第 1 题批语').fill('再看看图例');
    await shot(teacher, 'teacher-mark');
    await teacher.getByRole('button', { name: '退回订正' }).click();
    await teacher.getByRole('dialog').getByLabel('退回原因').fill('第 1 题要改');
    await teacher.getByRole('dialog').getByRole('button', { name: '退回订正' }).click();
    await expect(teacher.getByText('未交 · 已退回').first()).toBeVisible();

    await student.goto(`${server.origin}/student/homework/index`);
    await expect(student.getByText('第 1 题要改')).toBeVisible();
    await shot(student, 'student-returned');

    await test.step('corrected at the same PC, which had put it away, and finished', async () => {
      await student.getByRole('link', { name: '去订正' }).click();
      // Where one was: at the last question.
      await expect(student.getByRole('heading', { name: /^第 2 题/ })).toBeVisible();
      await student.keyboard.press('PageUp');
      await expect(student.getByText('再看看图例')).toBeVisible();
      await student.keyboard.press('C');
      await shot(student, 'player-correcting');
      await student.getByRole('button', { name: /交卷/ }).first().click();
      await student.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click();
      await expect(student.getByText('全部送达', { exact: true })).toBeVisible();
      await teacher.goto(`${server.origin}/teacher/homework/user/score/${id}`);
      await expect(teacher.getByText('待批阅').first()).toBeVisible();
    });
    for (const [page, path, name] of [
      [teacher, '/teacher/homework/correct', 'teacher-correct'],
      [teacher, '/teacher/homework/student', 'teacher-students'],
      [teacher, '/teacher/homework/user/create', 'teacher-create'],
      [teacher, '/teacher/test/practice', 'teacher-practice'],
      [student, '/student/test/index', 'student-tests'],
      [student, '/student/exercises/index', 'student-exercises'],
    ] as const) {
      await page.goto(`${server.origin}${path}`);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await shot(page, name);
    }
  } finally {
    await Promise.all([teacher.close(), context.close()]);
    await server.dispose();
  }
});
