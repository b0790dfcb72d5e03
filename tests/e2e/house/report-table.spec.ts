import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { publishShortExam } from '../exam/short-exam.ts';
import { ApiClient } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { openAsStaff } from './sign-in.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** A name with a character beyond the basic plane, which a spreadsheet would take for a formula. */
const oddName = '=1+1𠮷';

/** Publishes an exam of two examinees, of whom the first has `oddName`. Returns the plan and the ID number of that examinee. */
async function publishExamOfTwo(origin: string): Promise<{ planId: number; idNumber: string }> {
  const school = await ApiClient.signIn(origin, 'school');
  const { items } = await school.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const id = items.find(({ login_name }) => login_name === 'examinee01')?.id ?? 0;
  const person = await school.call(userCalls.getById, { id });
  await school.call(userCalls.modify, { ...person, name: oddName, id_number: null });
  const exam = { name: '上报表', startsInMs: 3_600_000, durationMs: 3_600_000, entryLimitMs: 900_000 };
  const planId = await publishShortExam(origin, { ...exam, loginNames: ['examinee01', 'examinee02'] });
  const { id_number: idNumber } = await school.call(userCalls.getIdNumber, { id });
  return { planId, idNumber };
}

/** Chooses on the report page the roster of examinees, and the first profession that the school offers. */
async function chooseRoster(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: '报表', exact: true }).click();
  await page.getByRole('option', { name: '考生名册' }).click();
  await page.getByRole('combobox', { name: '职业', exact: true }).click();
  await page.getByRole('option').first().click();
}

test('a roster names each person who lacks a value, and another program reads its spreadsheet exactly', async ({ page, server }) => {
  const { planId, idNumber } = await publishExamOfTwo(server.origin);
  await openAsStaff(page, server.origin, 'teacher', `/teacher/exam/exam-plan/report/${planId}`);
  await chooseRoster(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: '生成' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: '生成' }).dblclick();
  const table = page.getByRole('table', { name: '考生名册' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('listitem').filter({ hasText: oddName }).filter({ hasText: '文化程度' })).toBeVisible();
  await keepPicture(page, 'report-roster');

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载 Excel' }).click()]);
  const [header = [], ...rows] = await readSheet(await readFile(await download.path()), { trim: false });
  const row = rows.find((cells) => cells.includes(oddName)) ?? [];
  expect(row[header.indexOf('证件号码')]).toBe(idNumber);
  expect(idNumber).toMatch(/^\d{17}[\dX]$/);
  expect(row[header.indexOf('准考证号')]).toBe('202632010017');
});
