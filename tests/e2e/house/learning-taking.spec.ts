import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { classCalls, classResource } from '../../../sync/contract/people/class.ts';
import { courseCalls, courseResource } from '../../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { writeFilm } from '../rig/film.ts';
import { findFreePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

const megabyte = 1024 * 1024;
let server: ServerProcess;
const folder = mkdtempSync(join(tmpdir(), 'wenkao-film-'));
test.beforeAll(async () => {
  server = new ServerProcess(await findFreePort());
  await server.start();
});
test.afterAll(async () => {
  await server.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Publishes two courses of one film each for the student's class. */
async function twoCourses(page: Page): Promise<[number, number]> {
  await page.goto(`${server.origin}/login/demo`);
  const path = join(folder, 'film.webm');
  await writeFilm(page, path, 20, 9 * megabyte);
  const [admin, teacher] = [await ApiClient.signIn(server.origin, 'school'), await ApiClient.signIn(server.origin, 'teacher')];
  const room = await makeUncheckedCall(admin, classCalls.add, { ...createBlankDraft(classResource), name: '学习班' });
  const { items } = await makeUncheckedCall(admin, userCalls.getList, { filter: { keyword: 'student' } });
  const ids = items.filter((one) => one.login_name === 'student').map((one) => one.id);
  await makeUncheckedCall(admin, classCalls.assign, { class_id: room.id, user_ids: ids });
  const course = async (title: string): Promise<number> => {
    const file = await teacher.upload(readFileSync(path), `${title}.webm`);
    const ware = {
      ...createBlankDraft(coursewareResource),
      title: `${title}影片`,
      kind: 'video' as const,
      files: [file],
      durationMs: 20_000,
    };
    const film = await makeUncheckedCall(teacher, coursewareCalls.add, ware);
    const draft = await makeUncheckedCall(teacher, courseCalls.add, {
      ...createBlankDraft(courseResource),
      title,
      sections: [{ sid: 1, depth: 1, title: '一', items: [film.id] }],
      classes: [{ classId: room.id, fromMs: null, toMs: null }],
    });
    await makeUncheckedCall(teacher, courseCalls.setStatus, { ...draft, event: 'publish' });
    return draft.id;
  };
  return [await course('低压电器'), await course('电动机')];
}

test('a course is taken along while one walks to other pages and opens the app anew, and nothing older goes without a word', async ({
  page,
}) => {
  const [first, second] = await twoCourses(page);
  await signInToDemo(page, server.origin, 'student');

  // The connection delivers one part, then one with a flipped bit, then nothing.
  let [pieces, changed] = [0, 0];
  let isCut = true;
  await page.route('**/media/**', async (route) => {
    if (isCut && pieces >= 1) {
      if (changed > 0) return route.abort();
      changed += 1;
      const reply = await route.fetch();
      const body = await reply.body();
      body[1_000] = (body[1_000] ?? 0) ^ 1;
      return route.fulfill({ response: reply, body });
    }
    pieces += 1;
    return route.continue();
  });
  await page.goto(`${server.origin}/student/learn/item/${first}`);
  await page.getByRole('button', { name: /^带走整门课/ }).click();
  await expect(page.getByRole('progressbar', { name: '正在带走' })).toBeVisible();
  await expect(page.getByRole('button', { name: '暂停（还差 5 MB）' })).toBeVisible();

  await page.goto(`${server.origin}/student/learn/index`);
  const here = page.locator('section', { hasText: '这台设备上的课件' });
  await expect(here.getByText('正在带走')).toBeVisible();
  await expect(here.getByText('4 MB / 9 MB')).toBeVisible();
  expect(changed).toBe(1);

  // Reopened on another page with a working connection: the rest is downloaded and no part twice. A part in flight when the page closes
  // would be requested again.
  await page.goto('about:blank');
  isCut = false;
  await page.goto(`${server.origin}/student/home`);
  await expect(page.getByText('《低压电器》已经在这台设备上，没有网络也能学')).toBeVisible();
  expect(pieces).toBe(3);

  // The second course does not fit: the page lists what could be removed and removes nothing without consent.
  await page.goto(`${server.origin}/student/learn/item/${second}`);
  const roomIs = (usage: number) =>
    page.evaluate((used) => {
      navigator.storage.estimate = async () => ({ quota: 20 * 1024 * 1024, usage: used });
    }, usage);
  await roomIs(10 * megabyte);
  await page.getByRole('button', { name: /^带走整门课/ }).click();
  const asks = page.getByRole('alertdialog');
  await expect(asks.getByText(/低压电器\.webm/)).toBeVisible();
  await asks.getByRole('button', { name: '不删除' }).click();
  await expect(asks).toBeHidden();

  await page.getByRole('button', { name: /^带走整门课/ }).click();
  await expect(asks.getByText(/低压电器\.webm/)).toBeVisible();
  await roomIs(1 * megabyte);
  await asks.getByRole('button', { name: '删除并带走' }).click();
  await expect(page.getByText('《电动机》已经在这台设备上，没有网络也能学')).toBeVisible();
  await page.goto(`${server.origin}/student/learn/index`);
  await expect(here.getByText('电动机.webm')).toBeVisible();
  await expect(here.getByText('低压电器.webm')).toHaveCount(0);
});
