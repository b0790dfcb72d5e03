import { defaultZone, formatWallTime } from '../../../sync/contract/zone-time.ts';
import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import writeXlsx from 'write-excel-file/node';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { publishShortExam } from '../exam/short-exam.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

const minute = 60_000;
const times = { durationMs: 60 * minute, entryLimitMs: 30 * minute };

test('a teacher takes a class and a sheet, is told of two exams at a time, and calls the exam off', async ({ page, server }, info) => {
  const api = await ApiClient.signIn(server.origin, 'school');
  const { items: people } = await api.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const { items: classes } = await api.call(userCalls.getExamClasses, {});
  const [first, second] = classes;
  const ofSecond = people.filter((each) => each.class_name === second?.name);
  const [found, doubtful] = ofSecond;
  const startsInMs = 24 * 60 * minute;
  await publishShortExam(server.origin, { name: '同一时间的另一场', startsInMs, ...times, loginNames: [found?.login_name ?? ''] });
  const { items: papers } = await api.call(paperCalls.getList, { filter: { keyword: '同一时间的另一场' } });

  await signInToDemo(page, server.origin, 'teacher');
  await page.goto(`${server.origin}/teacher/exam/exam-plan/create?paper=${papers[0]?.id ?? 0}`);
  await page.getByLabel('考试名称').fill('第四批理论');
  const at = formatWallTime(Date.now() + startsInMs, defaultZone).slice(0, 16);
  await page.getByLabel('开考时间').fill(at);
  await page.getByRole('searchbox', { name: '搜索班级' }).fill(first?.name ?? '');
  await page.getByRole('checkbox', { name: first?.name ?? '' }).click();
  const chosen = page.getByText(/^已选 \d+ 人$/);
  await expect(chosen).toHaveText(`已选 ${first?.user_ids.length} 人`);

  await page.getByRole('tab', { name: '用 Excel 名单' }).click();
  const file = info.outputPath('名单.xlsx');
  const lines = [
    ['城东技工学校考生名单', '', ''],
    ['序号', '考生姓名', '考号'],
    ['1', found?.name ?? '', found?.ticket_no ?? ''],
    ['2', doubtful?.name ?? '', '20269999'],
    ['3', '查无此人', ''],
  ];
  await writeFile(file, await writeXlsx(lines.map((line) => line.map((value) => ({ value, type: String })))).toBuffer());
  await page.getByLabel('选择 Excel 文件').setInputFiles(file);
  await page.getByRole('button', { name: '加入找到的 1 人' }).click();
  await expect(chosen).toHaveText(`已选 ${(first?.user_ids.length ?? 0) + 1} 人`);
  const open = page.getByRole('list', { name: '2 行没有加入' }).getByRole('listitem');
  await expect(open.first()).toContainText('没有考生有这个准考证号');
  await expect(open.last()).toContainText('没有叫“查无此人”的考生');
  await open
    .first()
    .getByRole('button', { name: doubtful?.name ?? '' })
    .click();
  await expect(chosen).toHaveText(`已选 ${(first?.user_ids.length ?? 0) + 2} 人`);
  // The class tab shows examinees that were chosen in another way.
  await page.getByRole('tab', { name: '按班级' }).click();
  await expect(page.getByRole('checkbox', { name: second?.name ?? '' })).toHaveAttribute('aria-checked', 'mixed');
  await page.getByRole('button', { name: '保存', exact: true }).click();

  await page.getByRole('button', { name: '发布', exact: true }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('1 名考生在这段时间另有考试');
  await expect(asked.getByRole('listitem').filter({ hasText: found?.name ?? '' })).toContainText('同一时间的另一场');
  await asked.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByRole('button', { name: '撤回', exact: true })).toBeVisible();

  await page.getByRole('button', { name: '撤回', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(dialog.getByText('请填写理由')).toBeVisible();
  await expect(dialog.getByLabel('理由')).toBeFocused();
  await dialog.getByLabel('理由').fill('考场停电');
  await dialog.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(page.getByText('理由：考场停电')).toBeVisible();
  // The plan still lists its examinees, but does not wait for them.
  await expect(page.getByRole('cell', { name: found?.name ?? '' })).toBeVisible();
  await expect(page.getByText('待考')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('第四批理论');
  await expect(page.getByRole('button', { name: '撤回', exact: true })).toBeHidden();
  // Scheduling again creates another plan with the same examinees.
  await page.getByRole('link', { name: '重新安排' }).click();
  await expect(page.getByLabel('考试名称')).toHaveValue('第四批理论');
  await expect(chosen).toHaveText(`已选 ${(first?.user_ids.length ?? 0) + 2} 人`);
});
