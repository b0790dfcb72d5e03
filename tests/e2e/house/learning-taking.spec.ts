import { expect, type Page } from '@playwright/test';
import { test } from '../rig/test.ts';
import { addFilm, createLearningClass, publishCourse } from './learning-class.ts';
import { signInToDemo } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const megabyte = 1024 * 1024;

/** Publishes two courses of one film each for the student's class. */
async function twoCourses(origin: string, page: Page): Promise<[number, number]> {
  const { teacher, classId } = await createLearningClass(origin);
  const course = async (title: string): Promise<number> => {
    const film = await addFilm(page, origin, teacher, {
      title: `${title}影片`,
      seconds: 20,
      padBytes: 9 * megabyte,
      fileName: `${title}.webm`,
    });
    return (await publishCourse(teacher, classId, title, [film.id])).id;
  };
  return [await course('低压电器'), await course('电动机')];
}

test('a course download continues on other pages and after a restart, and deletes older courses only on consent', async ({
  page,
  server,
}) => {
  const [first, second] = await twoCourses(server.origin, page);
  await signInToDemo(page, server.origin, 'student');

  // The connection delivers one part of the film, then one with a flipped bit, then nothing.
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

  // The user opens another page, and the connection works again: the missing parts are downloaded, and no part twice. Only a part that was
  // still loading when the page closed would be requested again.
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
