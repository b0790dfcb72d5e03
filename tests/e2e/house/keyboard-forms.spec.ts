import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import writeXlsx from 'write-excel-file/node';
import { test } from '../rig/test.ts';
import { getButton, pressElement, getRow, tabTo } from './keyboard-walk.ts';
import { signInToDemo } from './sign-in.ts';

test.describe.configure({ mode: 'parallel' });

test('people by keyboard: who registered is let in, a school’s own list is imported, its passwords are printed', async ({
  page,
  server,
}, info) => {
  await page.goto(`${server.origin}/reg?school=demo`);
  await expect(page.getByText('江南职业技术学院').first()).toBeVisible();
  for (const [label, text] of [
    ['姓名', '键新生'],
    ['登录名', 'jian.xin'],
    ['密码', 'Wo-shi-xin-1'],
    ['手机号', '13812345678'],
  ] as const) {
    await tabTo(page, page.getByRole('textbox', { name: label }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '注册申请已提交' })).toBeVisible();

  await page.addInitScript(() => {
    // The browser's print dialog would block the test, so this records the text that would be printed.
    window.print = () => {
      document.body.dataset['printed'] = document.querySelector('.print-alone')?.textContent ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await signInToDemo(page, server.origin, 'school');
  await page.goto(`${server.origin}/teacher/student/index?keyword=键新生`);
  const approve = getButton(page, '通过申请：键新生');
  await expect(getRow(page, '键新生')).toContainText('申请中');
  await pressElement(page, approve);
  await expect(getRow(page, '键新生')).toContainText('已启用');
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');

  const sheet = [
    ['键盘学校 2026 级名单'],
    ['序号', '姓 名', '学籍号', '身份证号', '宿舍'],
    ['1', '键小一', 'KEY001', '11010519491231002X', '3-201'],
    ['2', '键小二', 'KEY002', '110105194912310000', '3-202'],
  ];
  const file = info.outputPath('list.xlsx');
  await writeFile(file, await writeXlsx(sheet.map((line) => line.map((value) => ({ value, type: String })))).toBuffer());
  await page.goto(`${server.origin}/teacher/student/index/import?type=7`);
  const choosing = page.waitForEvent('filechooser');
  await pressElement(page, getButton(page, '选择 Excel 文件'));
  await (await choosing).setFiles(file);
  await expect(page.getByText('有 1 列用不上，不会导入：宿舍。')).toBeVisible();
  await expect(getRow(page, '号码的末几位已被表格软件抹去')).toContainText('4');
  await pressElement(page, getButton(page, '导入 1 个没有问题的人'));
  await expect(page.getByRole('heading', { name: '已导入 1 人' })).toBeVisible();
  await pressElement(page, getButton(page, '打印密码条'));
  await expect(page.locator('body')).toHaveAttribute('data-printed', /键小一.*KEY001.*\/login\/demo/);
  await expect(page.locator('.print-alone')).toHaveCount(0);
  // Closing the print dialog may have been a cancel. After the user confirms the printout, leaving no longer asks.
  await pressElement(page, getButton(page, '已打印好'));
  await pressElement(page, page.getByRole('link', { name: '返回列表' }));
  await expect(getRow(page, '键小一')).toBeVisible();
});
