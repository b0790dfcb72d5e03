import { expect, type Page } from '@playwright/test';
import { exerciseCalls, type PracticeQuestion } from '../../sync/contract/learning/exercise.ts';
import { openPracticeCategory } from './exam/written-exam.ts';
import { fillSignIn } from './house/sign-in.ts';
import { ApiClient } from './rig/api-client.ts';
import { test } from './rig/test.ts';

const dayMs = 86_400_000;
const aDay = 3;

interface Given {
  readonly questionId: number;
  readonly correct: boolean;
}

/** Returns the questions that were answered wrong and not twice correctly since, computed independently of the product. */
function stillWrong(given: readonly Given[]): Set<number> {
  const left = new Map<number, number>();
  for (const { questionId, correct } of given) {
    const rest = left.get(questionId) ?? 0;
    if (!correct) left.set(questionId, 2);
    else left.set(questionId, Math.max(0, rest - 1));
  }
  return new Set([...left].flatMap(([id, rest]) => (rest > 0 ? [id] : [])));
}

const bare = (text: string): string => text.replace(/\s/g, '');
const figure = (page: Page) => page.getByRole('region', { name: '错题本' }).locator('b');

/** Answers the visible question right or wrong on purpose and checks the immediate feedback. */
async function practise(page: Page, at: number, questions: readonly PracticeQuestion[], correct: boolean): Promise<Given> {
  await expect(page.getByText(new RegExp(`^第 ${at} / \\d+ 题`))).toBeVisible();
  const shown = bare((await page.getByRole('article').textContent()) ?? '');
  const question = questions.find(({ stem }) => shown.startsWith(bare(stem.replace(/<[^>]*>/g, ''))));
  if (question?.key.kind !== 'choice') throw new Error(`no such question: ${shown.slice(0, 60)}`);
  const { right } = question.key;
  const wrong = question.options.find(({ id }) => !right.includes(id))?.id ?? '';
  for (const letter of correct ? right : [wrong]) await page.keyboard.press(letter);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(correct ? '答对了' : '答错了')).toBeVisible();
  return { questionId: question.id, correct };
}

/** Uses the wrong-answer book for a week at two PCs without a network; one PC loses its power. */
test('the wrong-answer books of two PCs agree after a week of use without a network', async ({ server, connect, addDevice }) => {
  test.setTimeout(600_000);
  const link = await connect(41);
  const devices = [addDevice(), addDevice()] as const;
  const given: Given[] = [];
  const waiting = [0, 0];
  const signInHere = async (page: Page): Promise<void> => {
    await page.goto(`${link.origin}/login/demo`);
    await fillSignIn(page, 'student');
  };
  const openIndex = async (page: Page): Promise<void> => {
    await page.goto(`${link.origin}/student/exercises/index`);
    await expect(page.getByRole('heading', { level: 1, name: '练习' })).toBeVisible();
    await expect(figure(page)).toBeVisible();
  };
  await link.online();
  const staff = { teacher: await ApiClient.signIn(server.origin, 'teacher'), school: await ApiClient.signIn(server.origin, 'school') };
  await openPracticeCategory(staff, '口算');
  const { questions } = await (await ApiClient.signIn(server.origin, 'student')).call(exerciseCalls.getPack, {});
  const beganMs = Date.now();

  const pages = await test.step('the pack is on both PCs, and the pages are', async () => {
    const opened: Page[] = [];
    for (const device of devices) {
      const page = await device.boot();
      await signInHere(page);
      await openIndex(page);
      await page.goto(`${link.origin}/student/exercises/item/0?set=daily`);
      await expect(page.getByText(/^第 1 \/ \d+ 题/)).toBeVisible();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      opened.push(page);
    }
    await link.offline();
    return opened;
  });

  for (let day = 0; day < 7; day += 1) {
    const which = day % 2;
    await test.step(`day ${day + 1} at the ${which === 0 ? 'first' : 'second'} PC`, async () => {
      const page = pages[which] as Page;
      await page.clock.setSystemTime(beganMs + day * dayMs);
      // The daily set begins with questions that were answered wrong; some of these have been corrected by now.
      await page.goto(`${link.origin}/student/exercises/item/0?set=daily`);
      for (let at = 1; at <= aDay; at += 1) {
        given.push(await practise(page, at, questions, (day + at) % 3 === 0));
        await page.getByRole('button', { name: '下一题' }).click();
      }
      waiting[which] = (waiting[which] ?? 0) + aDay;
      await openIndex(page);
      await expect(page.getByText(`${waiting[which]} 条练习记录`)).toBeVisible();
    });
    if (day === 3)
      await test.step('the power goes at the first PC: what it said to be kept is there', async () => {
        await devices[0].kill();
        const page = await devices[0].boot();
        pages[0] = page;
        await page.clock.setSystemTime(beganMs + day * dayMs);
        await signInHere(page);
        await openIndex(page);
        await expect(page.getByText(`${waiting[0]} 条练习记录`)).toBeVisible();
      });
  }

  await test.step('a week later both tell, and both know all of it', async () => {
    await server.stop();
    server.clockAheadMs = 7 * dayMs;
    await server.start();
    await link.online();
    for (const page of [...pages, ...pages]) {
      await page.clock.setSystemTime(beganMs + 7 * dayMs);
      await signInHere(page);
      await openIndex(page);
      await expect(page.getByText(/条练习记录/)).toHaveCount(0);
    }
    const { answers } = await (await ApiClient.signIn(server.origin, 'student')).call(exerciseCalls.myAnswers, {});
    expect(answers.map(({ questionId, correct }): Given => ({ questionId, correct }))).toEqual(given);
    const wrong = String(stillWrong(given).size);
    for (const page of pages) await expect(figure(page)).toHaveText(wrong);
    expect(Number(wrong)).toBeGreaterThan(0);
  });
});
