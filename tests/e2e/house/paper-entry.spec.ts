import { expect, type Page } from '@playwright/test';
import writeXlsx from 'write-excel-file/node';
import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import { RoomPictures } from '../exam/room-pictures.ts';
import { createWrittenExam } from '../exam/written-exam.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

async function give(page: Page, rows: readonly (readonly [string, string])[]): Promise<void> {
  const sheet = [['准考证号', '成绩'], ...rows].map((row) => row.map((value) => ({ value, type: String })));
  const buffer = await writeXlsx(sheet).toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: '成绩.xlsx', mimeType: 'application/octet-stream', buffer });
}

test('points from paper come twice, by sheet and by hand; a bad sheet names its rows and leaves nothing; the leader settles', async ({
  server,
  openPage,
}, info) => {
  const pictures = new RoomPictures(info);
  const [clerk, leader] = await Promise.all([openPage(), openPage()]);
  const { origin } = server;
  const { planId } = await createWrittenExam(server, '电工四级笔试', { members: ['marker2', 'marker3'] });
  const second = await ApiClient.signIn(origin, 'marker3');
  const plans = async () => (await second.call(markingCalls.getPaperPlans, {})).items.map((plan) => plan.planId);
  await expect.poll(plans, { intervals: [50] }).toContain(planId);
  const tickets = (await second.call(markingCalls.getEntries, { planId })).rows.map(({ ticketNo }) => ticketNo);
  const [one = '', two = ''] = tickets;

  await test.step('a sheet with faults is refused row by row, whole', async () => {
    await signInToDemo(clerk, origin, 'marker2');
    await clerk.goto(`${origin}/marker/examtest/index`);
    await clerk.getByRole('listitem').filter({ hasText: '电工四级笔试' }).getByRole('link', { name: '录入成绩' }).click();
    await expect(clerk.getByText('未录')).toHaveCount(2);
    const said = clerk.getByRole('alert').locator('li');
    await give(clerk, [
      [one, '5'],
      ['99999999', '4'],
      [two, '12.5'],
    ]);
    await expect(said).toHaveText(['第 3 行：没有准考证号 99999999 的考生', '第 4 行：不能超过 12 分']);
    await give(clerk, [
      [one, '良'],
      ['', '4'],
    ]);
    await expect(said).toHaveText(['第 2 行：成绩不是 0.5 的倍数，也不是“缺考”', '第 3 行：没有准考证号']);
    await pictures.desk(clerk, 'paper-entry-faults');
    await clerk.reload();
    await expect(clerk.getByText('未录')).toHaveCount(2);
    await give(clerk, [
      [one, '5'],
      [two, '7.5'],
    ]);
    await expect(clerk.getByText('已录一次')).toHaveCount(2);
  });

  await test.step('another enters the same by hand, and sees nothing of it before', async () => {
    expect(JSON.stringify(await second.call(markingCalls.getEntries, { planId }))).not.toContain('7.5');
    const rows = [
      { ticketNo: one, points: 5 },
      { ticketNo: two, points: 6.5 },
    ];
    expect(await second.call(markingCalls.enter, { planId, rows, decide: false })).toEqual({ entered: 2, settled: 1, differ: 1 });
  });

  await test.step('what differs is the leader’s', async () => {
    await signInToDemo(leader, origin, 'marker');
    await leader.goto(`${origin}/marker/examtest/item/${planId}`);
    await expect(leader.getByText('7.5 ≠ 6.5')).toBeVisible();
    const field = leader.getByRole('textbox', { name: `${two} 的成绩` });
    await field.fill('7');
    // Typed points survive a reload.
    await leader.reload();
    await expect(field).toHaveValue('7');
    await pictures.desk(leader, 'paper-entry');
    await leader.getByRole('button', { name: '保存 1 份' }).click();
    await expect(leader.getByText('已定分')).toHaveCount(2);
    await expect(leader.getByText('7.5 ≠ 6.5')).toHaveCount(0);
  });
  expect(pictures.faults).toEqual([]);
});
