import { expect } from '@playwright/test';
import { classCalls, classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { getButton, chooseByKeyboard, goDownTo, pressElement, getRow, tabTo, expectToast } from './keyboard-walk.ts';
import { signInToDemo } from './sign-in.ts';

test.describe.configure({ mode: 'parallel' });

test('a class by keyboard: made, found, changed, somebody else was faster, deleted', async ({ page, server }) => {
  await signInToDemo(page, server.origin, 'school');
  await page.goto(`${server.origin}/teacher/home/index`);

  // Opens a group of the sidebar and goes to its page.
  const manage = getButton(page.getByRole('navigation', { name: '主菜单' }), '校务管理');
  await pressElement(page, manage);
  await expect(manage).toHaveAttribute('aria-expanded', 'true');
  await pressElement(page, page.getByRole('link', { name: '班级', exact: true }));
  await expect(page).toHaveURL(/manage\/class/);

  // A dialog focuses its first field, traps the focus, and returns it on closing.
  const add = getButton(page, '新建班级');
  await pressElement(page, add);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('班级名称')).toBeFocused();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();

  // An empty form shows the error at the field, which has the focus.
  await page.keyboard.press('Enter');
  await pressElement(page, getButton(dialog, '保存'));
  await expect(dialog.getByLabel('班级名称')).toBeFocused();
  await page.keyboard.type('键盘一班');
  await tabTo(page, dialog.getByRole('combobox', { name: '班主任' }));
  await page.keyboard.type('孙');
  await expect(page.getByRole('option').first()).toContainText('孙晓燕');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: '班主任' })).toHaveValue(/孙晓燕/);
  await pressElement(page, getButton(dialog, '保存'));
  await expectToast(page, '已保存');
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();

  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('键盘');
  await expect(getRow(page, '电工 2601 班')).toHaveCount(0);
  await expect(page).toHaveURL(/keyword=/);

  // Another user changes the row while the form is open: the user gives up the own change, and nothing is sent.
  const edit = getButton(page, '编辑：键盘一班');
  const teacher = await ApiClient.signIn(server.origin, 'school');
  const { items } = await teacher.call(classCalls.getList, { filter: { keyword: '键盘' } });
  const theirs = items[0];
  if (theirs === undefined) throw new Error('the class is not there');
  await pressElement(page, edit);
  await tabTo(page, dialog.getByLabel('备注'));
  await page.keyboard.type('改了又不要');
  const { id, version, name } = theirs;
  await teacher.call(classCalls.modify, { ...createBlankDraft(classResource), id, version, name, note: '学校写的' });
  await pressElement(page, getButton(dialog, '保存'));
  await pressElement(page, getButton(dialog, '放弃我的，用对方的'));
  await expect(dialog.getByLabel('备注')).toHaveValue('学校写的');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();

  // Deleting asks first, with the safe answer focused; afterwards the focus returns to the list.
  const remove = getButton(page, '删除：键盘一班');
  await pressElement(page, remove);
  const ask = page.getByRole('alertdialog');
  await expect(getButton(ask, '取消')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await pressElement(page, getButton(ask, '删除'));
  await expectToast(page, '已删除');
  await expect(getRow(page, '键盘一班')).toHaveCount(0);
  await expect(page.getByText('没有符合条件的')).toBeVisible();
  await pressElement(page, getButton(page, '清除筛选').first());
  await expect(getRow(page, '电工 2601 班')).toBeVisible();
});

test('people by keyboard: rows walked and ticked, a bulk action with its question, a row’s menu, columns, paging', async ({
  page,
  server,
}) => {
  await signInToDemo(page, server.origin, 'school');
  await page.goto(`${server.origin}/teacher/student/index?user_type=8`);
  await expect(page.getByRole('row').nth(2)).toBeVisible();

  await chooseByKeyboard(page, page.getByRole('combobox', { name: '状态' }), '已启用');
  await expect(page).toHaveURL(/status=1/);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');

  // Adds a column by Space in the list of columns.
  await pressElement(page, getButton(page, '列'));
  const column = page.getByRole('dialog').getByRole('checkbox', { name: '手机号' });
  await tabTo(page, column);
  await page.keyboard.press('Space');
  await expect(page.getByRole('columnheader', { name: '手机号' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(getButton(page, '列')).toBeFocused();

  // Rows are one Tab stop: arrows move between them, Space selects, Shift extends the selection.
  const rows = page.locator('tbody tr[data-at]');
  await tabTo(page, rows.first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(page.locator('tbody [role=checkbox][aria-checked=true]')).toHaveCount(3);
  await tabTo(page, getButton(page, '停用').first(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('3');
  await pressElement(page, getButton(ask, '停用'));
  await expect(ask).toHaveCount(0);
  // The disabled accounts leave the list; the focus stays in it and does not return to the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main,[role=dialog]') !== null)).toBe(true);
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');

  // Opens a row's menu, moves through it, closes it, and uses it.
  await tabTo(page, page.locator('tbody tr[tabindex="0"]'));
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
  const more = page.getByRole('button', { name: /^更多操作：/ }).first();
  await pressElement(page, more);
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await goDownTo(page, page.getByRole('menuitem', { name: '重置密码' }));
  await page.keyboard.press('Enter');
  await expect(getButton(ask, '取消')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(ask).toHaveCount(0);
  await expect(more).toBeFocused();

  // Changes the page and the page size.
  await page.goto(`${server.origin}/teacher/student/index?user_type=8&page=2`);
  await pressElement(page, getButton(page, '上一页'));
  await expect(page).not.toHaveURL(/page=2/);
  await chooseByKeyboard(page, page.getByRole('combobox', { name: '每页条数' }), '每页 50 条');
  await expect(page).toHaveURL(/pageSize=50|size=50/);
});

test('the rest by keyboard: person’s menu, tabs, a tree, a range of days, an upload, a switch', async ({ page, server }) => {
  await signInToDemo(page, server.origin, 'school');

  // Enters dates by typing and from the calendar.
  await page.goto(`${server.origin}/teacher/manage/audit`);
  const calendar = page.getByRole('button', { name: /日历|选择日期/ }).first();
  await pressElement(page, calendar);
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(page).toHaveURL(/from/);

  // In the category tree, F2 renames and Delete asks.
  await page.goto(`${server.origin}/teacher/exam/category-question`);
  const items = page.getByRole('treeitem');
  await tabTo(page, items.first());
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('Delete');
  const ask = page.getByRole('alertdialog');
  await expect(ask).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(items.nth(1)).toBeFocused();

  // The user menu changes the theme and stays open; Escape returns the focus.
  const me = page.getByRole('button', { name: /陈敏/ });
  await tabTo(page, me, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await goDownTo(page, page.getByRole('menuitemradio', { name: '深色' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.keyboard.press('Escape');
  await expect(me).toBeFocused();

  // An upload is a button; a switch reacts to Space.
  await page.goto(`${server.origin}/account`);
  const choosing = page.waitForEvent('filechooser');
  await pressElement(page, page.getByRole('button', { name: '头像', exact: true }));
  await (await choosing).setFiles([]);
  await page.goto(`${server.origin}/teacher/manage/prof`);
  const offered = page.getByRole('switch').first();
  await tabTo(page, offered);
  const before = (await offered.getAttribute('aria-checked')) === 'true';
  await page.keyboard.press('Space');
  await expect(offered).toBeChecked({ checked: !before });

  // Follows the links between the pages of one plan.
  await page.goto(`${server.origin}/teacher/exam/exam-plan/item/1`);
  await pressElement(page, page.locator('main').getByRole('link', { name: '考生名单', exact: true }));
  await expect(page).toHaveURL(/exam-plan\/user\/1/);
});
