import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { jobState } from '../../../sync/contract/codes.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { jobCalls } from '../../../sync/contract/platform/job.ts';
import { openAsStaff } from '../house/sign-in.ts';
import type { ApiClient } from '../rig/api-client.ts';
import type { DrawnItem } from './independent-score.ts';
import { getFixturePath } from './question-source.ts';

/**
 * Imports a file under a category of its own and returns the number of imported questions. Questions that a teacher imports wait for review. Those
 * that the head of the school imports can be drawn at once.
 */
export async function importQuestions(staff: ApiClient, fileName: string, category: string): Promise<number> {
  const content = readFileSync(getFixturePath(fileName)).toString('base64');
  const { jobId } = await staff.call(questionCalls.import, { fileName, content, category, mode: 'good', skipDuplicates: false });
  await expect.poll(async () => (await staff.call(jobCalls.getById, { id: jobId })).state).toBe(jobState.done);
  return (await staff.call(questionCalls.getList, { filter: { category } })).total;
}

/** Lists the items of the paper in its order. The position gives the item id that answers use. */
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

/** Fills in the form of a paper as the teacher, saves it and draws the questions. Returns the paper's id. */
export async function drawPaper(page: Page, origin: string, name: string, sections: readonly Section[]): Promise<number> {
  await openAsStaff(page, origin, 'teacher', '/teacher/exam/paper/create');
  await page.getByLabel('试卷名称').fill(name);
  // Remove the sections that the form suggests, because this paper has its own.
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
