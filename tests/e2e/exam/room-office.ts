import { expect, type Page } from '@playwright/test';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { getButton } from '../house/keyboard-walk.ts';
import { ApiClient } from '../rig/api-client.ts';
import type { RoomPictures } from './room-pictures.ts';

interface SheetOf {
  readonly staff: Page;
  readonly look: RoomPictures;
  readonly origin: string;
  readonly planId: number;
  readonly userId: number;
}

/** Gives out an answer sheet, types in two answers, prints it, and reopens it by its number. */
export async function typeInSheet({ staff, look, origin, planId, userId }: SheetOf): Promise<void> {
  await staff.goto(`${origin}/teacher/exam/exam-plan/sheet/${planId}/${userId}`);
  await getButton(staff, '发续考卷').click();
  await getButton(staff.getByRole('alertdialog'), '发续考卷').click();
  const first = staff.getByRole('group', { name: '第 1 题' });
  // Typesetting formulas moves the page below them, and a click during that time would miss.
  await expect(first).toBeVisible();
  await expect(staff.locator('[data-waits]')).toHaveCount(0);
  await first.getByRole('radio').first().click();
  await staff.getByRole('group', { name: '第 6 题' }).getByLabel('作答').fill('先验电，再查接触器。');
  // The answers are not saved yet, but survive a reload.
  await expect(getButton(staff, '存入作答（2 题）')).toBeVisible();
  await staff.reload();
  await expect(getButton(staff, '存入作答（2 题）')).toBeVisible();
  await look.desk(staff, 'sheet-enter');
  await getButton(staff, '存入作答（2 题）').click();
  await expect(staff.getByText('已存入 2 题')).toBeVisible();
  await expect(first.getByText('机上已答')).toBeVisible();
  await expect(getButton(staff, '存入作答（0 题）')).toBeDisabled();
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

/** Removes the demo's invigilator from this room. */
export async function removeDuty(origin: string, planId: number, roomId: number): Promise<void> {
  const teacher = await ApiClient.patient(origin, 'teacher');
  const { items } = await teacher.call(examCalls.getStaffOptions, { duty: 'invigilator' });
  const userId = items.find((one) => one.loginName === 'invigilator')?.id ?? 0;
  await teacher.call(examCalls.setStaff, { planId, roomId, userId, on: false });
}

/** Reads the code that the tablet shows and closes it. */
export async function getGivenCode(tablet: Page, name: RegExp): Promise<string> {
  const shown = (await tablet.getByRole('status', { name }).textContent()) ?? '';
  await getButton(tablet, '完成').click();
  return shown;
}

/** Gives out the move code of the selected seat on the tablet. */
export async function giveMoveCode(tablet: Page, look: RoomPictures): Promise<void> {
  await getButton(tablet, '换电脑').click();
  await tablet.getByLabel('原因').fill('主机坏了');
  await getButton(tablet, '显示换机码').click();
  await expect(tablet.getByRole('status', { name: /换机码/ })).toHaveText(/^\w{5}-\w{5}$/);
  await look.tablet(tablet, 'tablet-move');
  await getButton(tablet, '完成').click();
}

/** Checks that the tablet's room commands and its photo have reached the staff's record. */
export async function readRecord(staff: Page, look: RoomPictures): Promise<void> {
  await staff.reload();
  const record = staff.getByRole('list', { name: '监考记录' });
  await expect(record.getByText('夹带')).toBeVisible();
  await expect(record.getByText('换电脑')).toBeVisible();
  const photo = record.getByRole('img', { name: '监考照片' });
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await look.desk(staff, 'room-record');
}

/** Enters wrong move codes at a spare PC and expects an error for each. */
export async function tryWrongSpareCodes(staff: Page, look: RoomPictures, origin: string): Promise<void> {
  await staff.goto(`${origin}/spare`);
  await staff.getByRole('combobox', { name: '座位' }).click();
  await staff.getByRole('option').first().click();
  const field = staff.getByLabel('换机码');
  for (const wrong of ['00000-00000', '11111-11111']) {
    await field.fill(wrong);
    await staff.keyboard.press('Enter');
    await expect(staff.getByText(/换机码不对/)).toBeVisible();
  }
  await look.desk(staff, 'spare');
}
