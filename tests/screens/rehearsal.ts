import type { Page } from '@playwright/test';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../sync/contract/papers/paper.ts';
import { userCalls } from '../../sync/contract/people/user.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';
import type { ScreenLooks } from './screen-list.ts';

const minuteMs = 60_000;

/** Publishes a small exam of all four types that begins at once; resolves with its id. */
async function publishExam(origin: string): Promise<number> {
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const section = (title: string, type: 1 | 2 | 3 | 4, count: number, pointsEach: number) => ({
    title,
    type,
    count,
    pointsEach,
    categories: ['电工基础', '电机与变压器', '低压电器与控制', '可编程控制器', '测量与安全', '变频与传动'],
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
  await turnTo(page, number);
  const options = page.getByLabel(`第 ${number} 题选项`).locator('[role=radio],[role=checkbox],input');
  if ((await options.count()) > 0) await options.nth(number % 2).click({ force: true });
  else await page.getByRole('textbox').first().fill('15');
}

/** Names of the pictures that a rehearsal takes itself. Pictures of the plan's pages come from the list of screens. */
export const rehearsedScreens = [
  'notices',
  'pre-check',
  'player',
  'player-multiple',
  'player-fill-in',
  'player-no-worker',
  'hand-in',
  'receipt',
  'receipt-offline',
  'score',
];

export interface RehearsalStage {
  readonly origin: string;
  readonly open: () => Promise<Page>;
  readonly signIn: (page: Page, loginName: string) => Promise<void>;
  readonly show: (name: string, page: Page, looks?: ScreenLooks) => Promise<void>;
}

async function turnTo(page: Page, number: number): Promise<void> {
  await card(page)
    .getByRole('button', { name: new RegExp(`^第 ${number} 题，`) })
    .click();
}

/** Opens the exam, answers the first `answers` questions, and then shows question 6. */
async function sit(page: Page, planId: number, answers: number): Promise<void> {
  await page.goto(`/student/exam/item/${planId}`);
  await card(page).waitFor({ timeout: minuteMs });
  for (let number = 1; number <= answers; number += 1) await answer(page, number);
  await turnTo(page, 6);
}

async function handIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: '交卷', exact: true }).click();
  await page.getByRole('button', { name: '确认交卷' }).click();
}

const receipt = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: minuteMs });

/** Runs a real exam with three examinees, so that the pages on which staff follow an exam have data. Resolves with the plan's id. */
export async function runRehearsal({ origin, open, signIn, show }: RehearsalStage): Promise<number> {
  const planId = await publishExam(origin);

  const first = await open();
  await signIn(first, 'examinee01');
  await show('notices', first);
  await first.goto(`/student/home/${planId}`);
  await first.getByText(/^这台电脑(可以|现在不能)考试/).waitFor();
  await show('pre-check', first);
  await sit(first, planId, 26);
  await show('player', first);
  await turnTo(first, 12);
  await show('player-multiple', first, 'light');
  await turnTo(first, 26);
  await show('player-fill-in', first, 'light');
  await first.getByRole('button', { name: '交卷', exact: true }).click();
  await show('hand-in', first);
  await first.getByRole('button', { name: '确认交卷' }).click();
  await receipt(first, '已交卷');
  await show('receipt', first);
  await first.goto(`/student/exam/score/${planId}`);
  await first.waitForLoadState('networkidle');
  await show('score', first);
  await first.context().close();

  // Hands in without a network; the server receives the hand-in when the network is back.
  const second = await open();
  await signIn(second, 'examinee02');
  await sit(second, planId, 18);
  await second.context().setOffline(true);
  await answer(second, 19);
  await handIn(second);
  await receipt(second, '已在本机交卷，等待送达');
  await show('receipt-offline', second, 'light');
  await second.context().setOffline(false);
  await receipt(second, '已交卷');
  await second.context().close();

  const fourth = await open();
  await fourth.addInitScript(() => {
    const refusal = 'Failed to register a ServiceWorker: The user denied permission to use Service Worker.';
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException(refusal, 'NotSupportedError'));
  });
  await signIn(fourth, 'examinee04');
  await sit(fourth, planId, 3);
  await fourth.getByText(/^断网时不要刷新或关闭本页/).waitFor();
  await show('player-no-worker', fourth, 'light');
  await fourth.context().close();

  const third = await open();
  await signIn(third, 'examinee03');
  await sit(third, planId, 9);
  await third.context().close();
  return planId;
}
