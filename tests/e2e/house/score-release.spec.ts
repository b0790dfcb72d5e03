import { expect } from '@playwright/test';
import { RoomPictures } from '../exam/room-pictures.ts';
import { createMovedExam } from '../exam/moved-examinee.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

/**
 * Covers SY15 and SY23: ops that a PC delivers after a move wait for a staff decision, made with both versions side by side. Examinees
 * see no score before the release.
 */
test('a moved examinee’s answers are decided, and scores are told when they are released', async ({ server, openPage }, info) => {
  const look = new RoomPictures(info);
  const [staff, sitter] = await Promise.all([openPage(), openPage()]);
  const { planId, userId } = await createMovedExam(server, '换机考试');
  await Promise.all([signInToDemo(staff, server.origin, 'teacher'), signInToDemo(sitter, server.origin, 'examinee01')]);

  await sitter.goto(`${server.origin}/student/exam/score/${planId}`);
  await expect(sitter.getByText('成绩尚未公布', { exact: true })).toBeVisible();

  await test.step('the board names who waits for a decision', async () => {
    await staff.goto(`${server.origin}/teacher/exam/exam-plan/item/${planId}?concern=undecided`);
    const rows = staff.getByRole('table', { name: '每位考生的进度' }).getByRole('row');
    await expect(rows.filter({ hasText: '待裁定 2 条' })).toHaveCount(1);
    // Only the heading and one examinee: the filter in the address applies.
    await expect(rows).toHaveCount(2);
  });

  await test.step('what nothing contradicts is decided together, the rest one by one with a reason', async () => {
    await staff.goto(`${server.origin}/teacher/exam/exam-plan/user/${planId}/${userId}`);
    await expect(staff.getByText('2 题待裁定')).toBeVisible();
    await look.desk(staff, 'adjudicate');
    expect(look.faults).toEqual([]);
    await staff.getByRole('button', { name: '按建议裁定这 1 题' }).click();
    await expect(staff.getByText('1 题待裁定')).toBeVisible();
    await expect(staff.getByRole('heading', { name: /^第 3 题/ })).toBeVisible();
    // A decision by key against the proposal requires a reason.
    await staff.keyboard.press('1');
    await expect(staff.getByText('不按建议裁定须写明理由')).toBeVisible();
    await staff.getByPlaceholder('理由（不按建议时必填）').fill('监考证实换机前已作答');
    await staff.getByRole('button', { name: /^采用第 1 台/ }).click();
    await expect(staff.getByText('没有待裁定的作答')).toBeVisible();
    await expect(staff.getByRole('columnheader', { name: /第 1 台.*计入/ })).toBeVisible();
  });

  await test.step('scores wait for everybody’s time, and then for staff', async () => {
    await staff.goto(`${server.origin}/teacher/exam/exam-plan/score/${planId}`);
    await expect(staff.getByText('时间已结束', { exact: true })).toBeVisible({ timeout: 90_000 });
    await sitter.reload();
    await expect(sitter.getByText('成绩尚未公布', { exact: true })).toBeVisible();
    await staff.getByRole('button', { name: '公布成绩' }).click();
    await staff.getByRole('alertdialog').getByRole('button', { name: '公布成绩' }).click();
    await expect(staff.getByText(/由 .+ 公布。/)).toBeVisible();
  });

  await sitter.reload();
  await expect(sitter.getByText('/ 30 分', { exact: true })).toBeVisible();
  await expect(sitter.getByRole('listitem').filter({ hasText: /^第 1 题：/ })).toBeVisible();
});
