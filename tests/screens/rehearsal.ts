import type { Browser, Page } from '@playwright/test';
import { examCalls } from '../../sync/contract/exam.ts';
import { paperCalls } from '../../sync/contract/paper.ts';
import { userCalls } from '../../sync/contract/user.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';

const minuteMs = 60_000;

/** A small exam of all four types that begins at once; resolves with its id. */
async function publishExam(origin: string): Promise<number> {
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const section = (title: string, type: 1 | 2 | 3 | 4, count: number, pointsEach: number) => ({
    title,
    type,
    count,
    pointsEach,
    categories: [],
    partial: type === 4,
  });
  const draft = await teacher.call(paperCalls.add, {
    name: '电工四级随堂测 A',
    sections: [
      section('一、单选题', 1, 10, 4),
      section('二、多选题', 2, 5, 4),
      section('三、判断题', 3, 10, 2),
      section('四、填空题', 4, 5, 4),
    ],
    rules: { layout: 'one', shuffleQuestions: true, shuffleOptions: true, passPoints: 60 },
  });
  const paper = await teacher.call(paperCalls.draw, draft);
  const { items } = await teacher.call(userCalls.getExamUserList, { pageSize: 200 });
  const plan = await teacher.call(examCalls.add, {
    name: '电工四级理论知识随堂测',
    paperId: paper.id,
    startMs: Date.now() + 2000,
    durationMs: 60 * minuteMs,
    entryLimitMs: 60 * minuteMs,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: items.slice(0, 12).map((person) => person.id),
  });
  await teacher.call(examCalls.publish, plan);
  return plan.id;
}

const card = (page: Page) => page.getByRole('navigation', { name: '答题卡' });

async function answer(page: Page, number: number): Promise<void> {
  await card(page)
    .getByRole('button', { name: new RegExp(`^第 ${number} 题，`) })
    .click();
  const options = page.getByLabel(`第 ${number} 题选项`).locator('[role=radio],[role=checkbox],input');
  if ((await options.count()) > 0) await options.nth(number % 2).click({ force: true });
  else await page.getByRole('textbox').first().fill('15');
}

/** One examinee answers the first questions and perhaps hands in; `show` is called at what is worth a picture. */
async function sit(
  page: Page,
  planId: number,
  answers: number,
  handsIn: boolean,
  show: (name: string, page: Page) => Promise<void>,
): Promise<void> {
  await page.goto(`/student/exam/item/${planId}`);
  await card(page).waitFor({ timeout: minuteMs });
  for (let number = 1; number <= answers; number += 1) await answer(page, number);
  await card(page)
    .getByRole('button', { name: /^第 6 题，/ })
    .click();
  await show('player', page);
  if (!handsIn) return;
  await page.getByRole('button', { name: '交卷', exact: true }).click();
  await show('hand-in', page);
  await page.getByRole('button', { name: '确认交卷' }).click();
  await page.getByRole('heading', { name: '已交卷' }).waitFor({ timeout: minuteMs });
  await show('receipt', page);
}

/** A real exam with three examinees, so that the boards have something to show. Resolves with the plan's id. */
export async function rehearse(
  browser: Browser,
  origin: string,
  signIn: (page: Page, loginName: string) => Promise<void>,
  show: (name: string, page: Page) => Promise<void>,
): Promise<number> {
  const planId = await publishExam(origin);
  const people = [
    { name: 'examinee01', answers: 26, handsIn: true },
    { name: 'examinee02', answers: 18, handsIn: true },
    { name: 'examinee03', answers: 9, handsIn: false },
  ];
  for (const [at, person] of people.entries()) {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1366, height: 768 },
      reducedMotion: 'reduce',
      locale: 'zh-CN',
    });
    const page = await context.newPage();
    await signIn(page, person.name);
    if (at === 0) await show('notices', page);
    await sit(page, planId, person.answers, person.handsIn, at === 0 ? show : async () => undefined);
    await context.close();
  }
  return planId;
}
