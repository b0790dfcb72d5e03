import { expect, type Page } from '@playwright/test';
import { examCalls } from '../../../sync/contract/exam.ts';
import { button } from '../house/keyboard-walk.ts';
import { ApiClient } from '../rig/api-client.ts';
import type { RoomPictures } from './room-pictures.ts';

interface SheetOf {
  readonly staff: Page;
  readonly look: RoomPictures;
  readonly origin: string;
  readonly planId: number;
  readonly userId: number;
}

/** Gives out a sheet of paper, types two answers in, prints it, and comes back by its number. */
export async function typeInSheet({ staff, look, origin, planId, userId }: SheetOf): Promise<void> {
  await staff.goto(`${origin}/teacher/exam/exam-plan/sheet/${planId}/${userId}`);
  await button(staff, '发续考卷').click();
  await button(staff.getByRole('alertdialog'), '发续考卷').click();
  const first = staff.getByRole('group', { name: '第 1 题' });
  await first.getByRole('radio').first().click();
  await staff.getByRole('group', { name: '第 6 题' }).getByLabel('作答').fill('先验电，再查接触器。');
  // Not saved yet, and still there when the page is loaded anew.
  await expect(button(staff, '存入作答（2 题）')).toBeVisible();
  await staff.reload();
  await expect(button(staff, '存入作答（2 题）')).toBeVisible();
  await look.desk(staff, 'sheet-enter');
  await button(staff, '存入作答（2 题）').click();
  await expect(staff.getByText('已存入 2 题')).toBeVisible();
  await expect(first.getByText('机上已答')).toBeVisible();
  await expect(button(staff, '存入作答（0 题）')).toBeDisabled();
  await staff.getByRole('link', { name: '打印续考卷' }).click();
  await expect(staff.getByRole('button', { name: '打印' })).toBeVisible();
  await staff.reload();
  await expect(staff.getByRole('img', { name: '扫码打开录入页' })).toBeVisible();
  await look.desk(staff, 'sheet-print');
  const code = `${planId}-${userId}-2`;
  await staff.goto(`${origin}/teacher/exam/exam-plan/offline/${planId}`);
  await staff.getByLabel('续考卷编号').fill(code.replace(/\d+$/, 'x'));
  await staff.keyboard.press('Enter');
  await expect(staff.getByText('不是这场考试的续考卷编号')).toBeVisible();
  await staff.getByLabel('续考卷编号').fill(code);
  await staff.keyboard.press('Enter');
  await expect(first).toBeVisible();
}

/** The demo's invigilator has this room no more. */
export async function takeDutyBack(origin: string, planId: number, roomId: number): Promise<void> {
  const teacher = await ApiClient.patient(origin, 'teacher');
  const { items } = await teacher.call(examCalls.getStaffOptions, { duty: 'invigilator' });
  const userId = items.find((one) => one.loginName === 'invigilator')?.id ?? 0;
  await teacher.call(examCalls.setStaff, { planId, roomId, userId, on: false });
}
