import { expect, type Page } from '@playwright/test';
import { examCalls } from '../../../sync/contract/exam.ts';
import { paperCalls } from '../../../sync/contract/paper.ts';
import { userCalls } from '../../../sync/contract/user.ts';
import type { ApiClient } from '../rig/api-client.ts';
import { password } from './examinee.ts';
import type { DrawnItem } from './independent-score.ts';
import { fixturePath } from './question-source.ts';

export async function signInAsTeacher(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login/demo`);
  await page.getByLabel('登录名').fill('teacher');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/teacher\/home\/index/, { timeout: 30_000 });
}

/** Imports a file under a category of its own; resolves with how many questions went in. */
export async function importQuestions(page: Page, origin: string, fileName: string, category: string): Promise<number> {
  await page.goto(`${origin}/teacher/exam/questions/import`);
  await page.getByLabel('或者选择文件').setInputFiles(fixturePath(fileName));
  const start = page.getByRole('button', { name: /^导入 \d+ 题$/ });
  await expect(page.getByText('可导入', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByLabel('分类名称').fill(category);
  // The demo bank may hold the same questions: here they are wanted again, under this category.
  const skip = page.getByRole('checkbox', { name: /^跳过重复的/ });
  if (await skip.isVisible()) await skip.uncheck();
  await start.click();
  const done = page.getByText(/^已导入 \d+ 题$/);
  await expect(done).toBeVisible({ timeout: 30_000 });
  return Number(/\d+/.exec((await done.textContent()) ?? '')?.[0] ?? 0);
}

/** The paper's items in its own order: what the answers' item ids mean. */
export async function drawnItems(teacher: ApiClient, paperId: number): Promise<DrawnItem[]> {
  const paper = await teacher.call(paperCalls.getById, { id: paperId });
  return paper.sections
    .flatMap((section) => section.questions.map((question) => ({ section, question })))
    .map(({ section, question }, at) => ({
      itemId: String(at + 1),
      stem: question.stem,
      options: question.options,
      key: question.key,
      pointsEach: section.pointsEach,
      partial: section.partial,
    }));
}

export async function examineeIds(teacher: ApiClient, loginNames: readonly string[]): Promise<Map<string, number>> {
  const { items } = await teacher.call(userCalls.getExamUserList, { page: 1, pageSize: 200 });
  return new Map(
    loginNames.map((name) => {
      const found = items.find((item) => item.login_name === name);
      if (!found) throw new Error(`no examinee ${name}`);
      return [name, found.id];
    }),
  );
}

export const planOf = (teacher: ApiClient, planId: number) => teacher.call(examCalls.getById, { id: planId });

interface Published {
  readonly paperId: number;
  readonly planId: number;
}

/** Fifty questions: from the two files, and the demo bank's judgement and fill-in ones. Starts as soon as the PCs can be ready. */
export async function publishExam(
  _page: Page,
  teacher: ApiClient,
  exam: { readonly examName: string; readonly loginNames: readonly string[] },
): Promise<Published> {
  const files = ['高考地理', '高考物理'];
  const section = (title: string, type: 1 | 2 | 3 | 4, count: number, pointsEach: number, categories: string[]) => ({
    title,
    type,
    count,
    pointsEach,
    categories,
    partial: type === 2 || type === 4,
  });
  const draft = await teacher.call(paperCalls.add, {
    name: '地理与物理',
    sections: [
      section('单项选择题', 1, 32, 2, files),
      section('多项选择题', 2, 8, 2, files),
      section('判断题', 3, 5, 2, []),
      section('填空题', 4, 5, 2, []),
    ],
    rules: { layout: 'one', shuffleQuestions: true, shuffleOptions: true, passPoints: 60 },
  });
  const paper = await teacher.call(paperCalls.draw, draft);
  const ids = await examineeIds(teacher, exam.loginNames);
  const plan = await teacher.call(examCalls.add, {
    name: exam.examName,
    paperId: paper.id,
    startMs: Date.now() + 75_000,
    durationMs: 40 * 60_000,
    entryLimitMs: 30 * 60_000,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: [...ids.values()],
  });
  await teacher.call(examCalls.publish, plan);
  return { paperId: paper.id, planId: plan.id };
}
