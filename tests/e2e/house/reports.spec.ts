import { readFileSync } from 'node:fs';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { publishJudgedExam } from '../exam/judged-exam.ts';
import { ApiClient } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { openAsStaff } from './sign-in.ts';

const photo = readFileSync('docs/screens/not-found.png');
/** Texts that a spreadsheet must not read as a formula, a number or other signs. */
const person = { name: '=1+1𠮷', idNumber: '320503200109235266', ticketNo: '0012026001', phone: '13800000000' };

/** Gives examinee01 these texts. Returns the ids of two examinees. */
async function prepareExaminees(school: ApiClient): Promise<[number, number]> {
  const { items } = await school.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const [first = 0, second = 0] = ['examinee01', 'examinee02'].map((login) => items.find((each) => each.login_name === login)?.id);
  const { version, ...now } = await school.call(userCalls.getById, { id: first });
  const texts = { name: person.name, ticket_no: person.ticketNo, phone: person.phone, id_type: 1, id_number: person.idNumber };
  await school.call(userCalls.modify, { ...now, ...texts, id: first, version, employer: '东湖机电厂' });
  return [first, second];
}

/** Makes a table on the page and downloads it. Returns its rows as another library than the writer's reads them. */
async function downloadTable(page: Page, kind: string, info: TestInfo) {
  await page.getByRole('combobox', { name: '报表', exact: true }).click();
  await page.getByRole('option', { name: kind }).click();
  await page.getByRole('button', { name: '生成', exact: true }).click();
  await expect(page.getByRole('table', { name: kind })).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载 Excel' }).click()]);
  const path = info.outputPath(`${kind}.xlsx`);
  await download.saveAs(path);
  const [header = [], ...rows] = await readSheet(path, { trim: false });
  return rows.map((row) => Object.fromEntries(header.map((heading, at) => [String(heading), row[at]])));
}

test('a certification body hands in its tables: preview and Excel', async ({ server, page }, info) => {
  const school = await ApiClient.signIn(server.origin, 'school');
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const [first, second] = await prepareExaminees(school);
  const planId = await publishJudgedExam(server, '上报批次', [first, second]);
  const { url } = await teacher.upload(photo, 'photo.png');
  await teacher.call(examCalls.setPhotos, { planId, items: [{ userId: first, photo: url }] });

  await openAsStaff(page, server.origin, 'school', `/teacher/exam/exam-plan/report/${planId}`);
  await page.getByRole('combobox', { name: /^职业/ }).click();
  await page.getByRole('option', { name: /电工/ }).first().click();

  await test.step('the plan and the roster, before any score is released', async () => {
    expect(await downloadTable(page, '计划申报表', info)).toMatchObject([{ 计划名称: '上报批次', 考核科目: '理论知识', 考生人数: 2 }]);
    const [row] = await downloadTable(page, '考生名册', info);
    expect(row).toMatchObject({ 姓名: person.name, 证件号码: person.idNumber, 准考证号: person.ticketNo, 联系电话: person.phone });
    await expect(page.getByText('照片包缺 1 人')).toBeVisible();
    await keepPicture(page, 'report-roster');
    await page.getByRole('combobox', { name: '报表', exact: true }).click();
    await page.getByRole('option', { name: '评价结果汇总表' }).click();
    await page.getByRole('button', { name: '生成', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('“上报批次”的成绩还没有公布');
  });
});
