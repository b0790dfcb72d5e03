import { writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import writeXlsx from 'write-excel-file/node';
import { peopleTexts } from '../../../web/features/people/people-texts.ts';
import { test } from '../rig/test.ts';
import { openAsStaff } from './sign-in.ts';

const { columns } = peopleTexts['zh-CN'];
const sheet = [
  [columns.name, columns.student_no, columns.class, columns.sex, columns.phone],
  ['钱小红', 'E2E001', '新电工班', '女', '13812345678'],
  ['', 'E2E002', '新电工班', '男', ''],
  ['孙大勇', 'E2E003', '新电工班', '男', '12'],
  ['李明亮', 'E2E004', '新电工班', '男', ''],
];
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** Reads the first password from the list of new passwords, which is shown only once. */
const passwordOf = async (scope: Page | Locator, name: string): Promise<string> => {
  const cell = scope.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(2);
  await expect(cell).toHaveText(/^\w{5}-\w{5}$/);
  return (await cell.textContent()) ?? '';
};
const search = (page: Page, text: string) => page.getByRole('searchbox').fill(text);
/** Searches for a person and waits until only that row is left. The old list would disappear with a menu that a test had opened in it. */
const find = async (page: Page, name: string) => {
  await search(page, name);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
};
const act = async (page: Page, name: string, action: string) => {
  const inline = page.getByRole('button', { name: `${action}：${name}` });
  const more = page.getByRole('button', { name: `更多操作：${name}` });
  await expect(inline.or(more).first()).toBeVisible();
  if (await inline.isVisible()) return inline.click();
  await more.click();
  return page.getByRole('menuitem', { name: action }).click();
};
const signInWith = async (origin: string, page: Page, name: string, password: string) => {
  await page.goto(`${origin}/login/demo`);
  await page.getByLabel('登录名').fill(name);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
};

test('a school imports students, manages them, and approves a registration @journey', async ({ page, server, openPage }, info) => {
  const stranger = await openPage();
  await stranger.goto(`${server.origin}/login/demo`);
  await stranger.getByRole('link', { name: '没有账号？申请注册' }).click();
  await stranger.getByLabel('姓名').fill('周新生');
  await stranger.getByLabel('登录名').fill('zhouxin');
  await stranger.getByLabel(/^密码/).fill('Wo-shi-xin-1');
  await stranger.getByLabel('手机号').fill('13812345678');
  await stranger.getByRole('button', { name: '提交注册' }).click();
  await expect(stranger.getByRole('heading', { name: '注册申请已提交' })).toBeVisible();

  await openAsStaff(page, server.origin, 'school', '/teacher/student/index/import?type=7');
  const file = info.outputPath('students.xlsx');
  await writeFile(file, await writeXlsx(sheet.map((line) => line.map((value) => ({ value, type: String })))).toBuffer());
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(row(page, '请填写')).toContainText('3');
  await expect(row(page, '手机号应为')).toContainText('4');
  await page.getByRole('button', { name: '导入 2 个没有问题的人' }).click();
  await expect(page.getByRole('heading', { name: '已导入 2 人' })).toBeVisible();
  await expect(row(page, '李明亮')).toContainText('E2E004');
  const given = await passwordOf(page, '钱小红');

  // The passwords exist only on this page, so leaving asks until they are saved in a file.
  await page.getByRole('link', { name: '返回列表' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '留在这里' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  await page.getByRole('link', { name: '返回列表' }).click();
  await find(page, '李明亮');
  await act(page, '李明亮', '停用');
  await page.getByRole('alertdialog').getByRole('button', { name: '停用' }).click();
  await expect(row(page, '李明亮')).toContainText('已停用');

  await find(page, '钱小红');
  await act(page, '钱小红', '重置密码');
  await page.getByRole('alertdialog').getByRole('button', { name: '重置密码' }).click();
  const fresh = await passwordOf(page.getByRole('dialog'), '钱小红');
  expect(fresh).not.toBe(given);
  await page.keyboard.press('Escape');

  // Finds users who have not changed their first password, to give them a new one.
  await search(page, '');
  await page.getByRole('combobox', { name: '密码' }).click();
  await page.getByRole('option', { name: '未改初始密码' }).click();
  await expect(row(page, '钱小红')).toBeVisible();
  await expect(row(page, '周新生')).toHaveCount(0);
  await page.getByRole('button', { name: '清除筛选' }).click();

  await find(page, '周新生');
  await act(page, '周新生', '驳回申请');
  await page.getByRole('alertdialog').getByRole('button', { name: '驳回申请' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('请写明驳回的原因');
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click();
  await act(page, '周新生', '通过申请');
  await expect(row(page, '周新生')).toContainText('已启用');

  await signInWith(server.origin, stranger, 'zhouxin', 'Wo-shi-xin-1');
  await expect(stranger).toHaveURL(`${server.origin}/student/home/index`);
  await stranger.context().close();

  const student = await openPage();
  await signInWith(server.origin, student, 'E2E001', given);
  await expect(student.getByText('登录名或密码不正确').first()).toBeVisible();
  await signInWith(server.origin, student, 'E2E001', fresh);
  await expect(student).toHaveURL(/\/account$/);
  await student.getByLabel('原密码').fill(fresh);
  await student.getByLabel(/^新密码/).fill('Jiandan-77');
  await student.getByLabel('再输入一次新密码').fill('Jiandan-77');
  await student.getByRole('button', { name: '修改密码' }).click();
  await expect(student.getByText('密码已修改').first()).toBeVisible();
});
