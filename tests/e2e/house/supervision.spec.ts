import { expect } from '@playwright/test';
import { publishWatchedExam } from '../exam/watched-exam.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { openAsStaff } from './sign-in.ts';

const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true };

test('two people record the papers, and a supervisor sees them and reports through a network failure', async ({ openPage, server }) => {
  const { planId } = await publishWatchedExam(server.origin, '内部督导');
  const office = await openPage({ viewport: { width: 1440, height: 900 } });

  await test.step('the organiser appoints a supervisor', async () => {
    await openAsStaff(office, server.origin, 'teacher', `/teacher/exam/invigilator?plan=${planId}`);
    await office.getByRole('combobox', { name: '添加督导员' }).click();
    await office.getByRole('option', { name: /朱慧敏/ }).click();
    await expect(office.getByRole('button', { name: '移除督导员朱慧敏' })).toBeVisible();
  });

  const colleague = await openPage({ viewport: { width: 1440, height: 900 } });
  await test.step('two people record the same room at the same time', async () => {
    const address = `/teacher/exam/exam-plan/prints/${planId}?what=papers`;
    await openAsStaff(colleague, server.origin, 'school', address);
    await office.goto(`${server.origin}${address}`);
    for (const [page, name] of [
      [office, '孙晓燕'],
      [colleague, '陈敏'],
    ] as const) {
      await page.getByRole('button', { name: '登记 第二考场' }).click();
      await page.getByLabel(/^发放人/).fill(name);
    }
    await office.getByRole('button', { name: '保存登记' }).click();
    await expect(office.getByRole('cell', { name: '孙晓燕' })).toBeVisible();
    await colleague.getByLabel(/^备注/).fill('第 2 份有污损');
    await colleague.getByRole('button', { name: '保存登记' }).click();
    await expect(colleague.getByText('孙晓燕刚刚登记过这个考场', { exact: false }).first()).toBeVisible();
    await colleague.getByRole('button', { name: '载入最新，保留我的改动' }).click();
    await colleague.getByRole('button', { name: '保存登记' }).click();
    await expect(colleague.getByRole('cell', { name: '陈敏' })).toBeVisible();
    await expect(colleague.getByText('第 2 份有污损')).toBeVisible();
    await keepPicture(colleague, 'paper-register-recorded');
  });

  const page = await openPage(tablet);
  await test.step('the supervisor sees the room, and reports once the network is back', async () => {
    await openAsStaff(page, server.origin, 'invigilator2', '/invigilator/exam/index');
    await page.getByRole('link', { name: '查看 内部督导' }).click();
    await expect(page.getByText('试卷发放 3 份，还没收取')).toBeVisible();
    await page.getByRole('button', { name: '填写报告' }).click();
    await page.getByRole('button', { name: '提交报告' }).click();
    await expect(page.getByLabel(/^督导情况/)).toBeFocused();
    await page.getByRole('radio', { name: '有问题，不影响结果' }).click();
    await page.getByLabel(/^督导情况/).fill('考场秩序良好。\n第二考场通风不足。');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '提交报告' }).click();
    await expect(page.getByText('还没有保存', { exact: false })).toBeVisible();
    await keepPicture(page, 'supervision-offline');
    await page.getByRole('button', { name: '取消' }).click();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole('button', { name: '填写报告' }).click();
    await expect(page.getByLabel(/^督导情况/)).toHaveValue('考场秩序良好。\n第二考场通风不足。');
    await page.getByRole('button', { name: '提交报告' }).click();
    await expect(page.getByText('考场秩序良好。')).toBeVisible();
    await keepPicture(page, 'supervision-reported');
  });

  await test.step('the organiser reads and prints the report, and cannot remove it', async () => {
    await office.goto(`${server.origin}/teacher/exam/invigilator?plan=${planId}`);
    await expect(office.getByText('有问题，不影响结果')).toBeVisible();
    await expect(office.getByRole('button', { name: '移除督导员朱慧敏' })).toHaveCount(0);
    await office.goto(`${server.origin}/teacher/exam/exam-plan/prints/${planId}?what=supervision`);
    const sheet = office.getByRole('table', { name: '朱慧敏的督导报告' });
    await expect(sheet.getByRole('row', { name: /第二考场通风不足/ })).toBeVisible();
    await keepPicture(office, 'supervision-print');
  });

  await test.step('with another duty in the exam, the view ends', async () => {
    await office.goto(`${server.origin}/teacher/exam/invigilator?plan=${planId}`);
    await office.getByRole('combobox', { name: '给第二考场添加监考' }).click();
    await office.getByRole('option', { name: /朱慧敏/ }).click();
    await expect(office.getByText('又在这场考试监考，不能再督导')).toBeVisible();
    await expect(page.getByText('督导员不能兼任：此人在这场考试监考', { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: /第二考场/ })).toHaveCount(0);
  });
});
