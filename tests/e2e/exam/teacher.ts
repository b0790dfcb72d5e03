import { expect, type Page } from '@playwright/test';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import type { ApiClient } from '../rig/api-client.ts';
import { examineePassword } from './examinee.ts';
import type { DrawnItem } from './independent-score.ts';
import { getFixturePath } from './question-source.ts';

export async function signInAsTeacher(page: Page, origin: string, loginName = 'teacher'): Promise<void> {
  await page.goto(`${origin}/login/demo`);
  await page.getByLabel('登录名').fill(loginName);
  await page.getByLabel('密码', { exact: true }).fill(examineePassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/teacher\/home\/index/, { timeout: 60_000 });
}

/**
 * Imports a file under a category of its own and returns the number of imported questions. Those of a teacher wait for review; those of the
 * head of the school can be drawn at once.
 */
export async function importQuestions(page: Page, origin: string, fileName: string, category: string): Promise<number> {
  await page.goto(`${origin}/teacher/exam/questions/import`);
  await page.locator('input[type=file]').setInputFiles(getFixturePath(fileName));
  const start = page.getByRole('button', { name: /^导入 \d+ 题$/ });
  await expect(page.getByText(/^共 \d+ 题$/)).toBeVisible({ timeout: 60_000 });
  await page.getByLabel('分类', { exact: true }).fill(category);
  // The bank may contain the same questions; this import needs them again under its category.
  const skip = page.getByRole('checkbox', { name: /^跳过重复的/ });
  if (await skip.isVisible()) await skip.uncheck();
  await start.click();
  const done = page.getByText(/^已导入 \d+ 题$/);
  await expect(done).toBeVisible({ timeout: 60_000 });
  return Number(/\d+/.exec((await done.textContent()) ?? '')?.[0] ?? 0);
}

/** Lists the paper's items in its order, which gives the answers' item ids a meaning. */
export async function listDrawnItems(teacher: ApiClient, paperId: number): Promise<DrawnItem[]> {
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

export const findPlan = (teacher: ApiClient, planId: number) => teacher.call(examCalls.getById, { id: planId });

interface Section {
  readonly type: '单选' | '多选' | '判断' | '填空';
  readonly count: number;
  readonly categories: readonly string[];
}

/** Fills in the paper's form, saves and draws; returns the paper's id. */
export async function drawPaper(page: Page, origin: string, name: string, sections: readonly Section[]): Promise<number> {
  await page.goto(`${origin}/teacher/exam/paper/create`);
  await page.getByLabel('试卷名称').fill(name);
  // Removes the sections of the form's template, because this paper has its own.
  while ((await page.getByRole('button', { name: /^删除第 \d+ 大题$/ }).count()) > 0) {
    await page.getByRole('button', { name: '删除第 1 大题' }).click();
  }
  for (const [at, section] of sections.entries()) {
    await page.getByRole('button', { name: '添加大题' }).click();
    const row = page.getByRole('listitem', { name: `第 ${at + 1} 大题` });
    await row.getByLabel('题型').click();
    await page.getByRole('option', { name: section.type }).click();
    await row.getByLabel('题数').fill(String(section.count));
    await row.getByLabel('每题分值').fill('2');
    if (section.categories.length > 0) {
      await row.getByRole('button', { name: '题目分类' }).click();
      for (const category of section.categories) await page.getByRole('checkbox', { name: category }).check();
      await page.keyboard.press('Escape');
    }
    const partial = row.getByRole('checkbox', { name: /漏选得一半分|按空给分/ });
    if (await partial.isVisible()) await partial.check();
  }
  const points = sections.reduce((sum, { count }) => sum + 2 * count, 0);
  await page.getByLabel('合格分').fill(String(Math.round(points * 0.6)));
  await page.getByRole('button', { name: '保存，去组卷' }).click();
  await page.getByRole('button', { name: '随机抽题' }).first().click();
  await expect(page.getByText(/^已从题库抽取 \d+ 题$/)).toBeVisible();
  return Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
}
