import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../rig/test.ts';
import { type FilledRow, fillTemplate } from './filled-template.ts';
import { openAsStaff } from './sign-in.ts';

const bank = '/teacher/exam/questions';
const category = '模板导入';
const single = (stem: string, answer: string, more: FilledRow = {}): FilledRow => ({
  题型: '单选题',
  题干: stem,
  选项A: '断开电源',
  选项B: '带电操作',
  选项C: '直接用手触摸',
  答案: answer,
  分类: category,
  ...more,
});
/** Nine questions: six valid ones of six types, one without an answer, one of an unknown type, and a duplicate of the first. */
const filled: readonly FilledRow[] = [
  single('更换熔断器前首先应（　　）。', 'A', { 解析: '先断电，再验电。', 难度: '易', 标签: '安全；检修' }),
  single('检修配电箱时第一步是（　　）。', ''),
  {
    题型: '多选题',
    题干: '属于绝缘安全用具的有（　　）。',
    选项A: '绝缘棒',
    选项B: '绝缘手套',
    选项C: '安全帽',
    选项D: '绝缘靴',
    答案: 'ABD',
    分类: category,
  },
  { 题型: '判断题', 题干: '验电前应先在有电处检验验电器。', 答案: '对', 分类: category },
  { 题型: '连线题', 题干: '接地线可以用缠绕的方法连接。', 答案: '错', 分类: category, 难度: '很难' },
  { 题型: '填空题', 题干: '电阻 $110\\,\\Omega$ 两端电压 220 V，电流为 ____ A，由 ____ 极流出。', 答案: '#2±0.05\n正|+', 分类: category },
  {
    题型: '问答题',
    题干: '简述停电检修的安全措施。',
    参考答案: '停电、验电、装设接地线、悬挂标示牌。',
    评分点: '(2) 停电\n(3) 验电',
    分类: category,
  },
  { 题型: '实操题', 题干: '用万用表测量三相电压。', 评分点: '(10) 量程选择\n(10) 读数', 否决项: '带电换挡', 分类: category },
  single('更换熔断器前首先应（　　）。', 'A'),
];
const good = 8;

/** Opens the import as the teacher and downloads its template. */
async function templateOf(origin: string, page: Page): Promise<Uint8Array> {
  await openAsStaff(page, origin, 'teacher', `${bank}/import`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 Excel 模板' }).click();
  expect((await download).suggestedFilename()).toMatch(/模板\.xlsx$/);
  return readFile(await (await download).path());
}
const give = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('a filled-in template is corrected in place and imported; exported questions import as duplicates @journey', async ({
  page,
  server,
}) => {
  await give(page, '电工.xlsx', fillTemplate(await templateOf(server.origin, page), filled));
  await expect(page.getByText('共 9 题', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(tab(page, '有错误 2')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: '导入 6 题' })).toBeEnabled();

  // Corrects the two faulty rows of the file on the import page, one after the other. The first correction is still wrong.
  await page.getByRole('button', { name: '检修配电箱时第一步是' }).click();
  const mend = page.getByRole('dialog');
  await expect(mend).toContainText('第 3 行');
  await mend.getByLabel('答案', { exact: true }).fill('D');
  await mend.getByRole('button', { name: '改好了，检查' }).click();
  await expect(mend.getByText('答案“D”不在选项中').first()).toBeVisible();
  await mend.getByLabel('答案', { exact: true }).fill('A');
  await mend.getByRole('button', { name: '改好了，检查' }).click();
  await expect(mend).toContainText('第 6 行');
  await mend.getByLabel('题型').click();
  await page.getByRole('option', { name: '判断' }).click();
  await mend.getByLabel('难度').click();
  await page.getByRole('option', { name: '难', exact: true }).click();
  await mend.getByRole('button', { name: '改好了，检查' }).click();
  await expect(mend).toHaveCount(0);
  await expect(tab(page, '有错误 0')).toBeVisible();

  // The row that repeats an earlier row of the file is reported, and by default not imported.
  await tab(page, '重复 1').click();
  await expect(page.getByRole('row').filter({ hasText: '与本文件第 2 行重复' })).toContainText('更换熔断器');
  await page.getByRole('button', { name: `导入 ${good} 题` }).click();
  await expect(page.getByText(`已导入 ${good} 题`)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: '查看题库' }).click();
  await expect(page.getByText(`共 ${good} 条`)).toBeVisible();

  const exported = new Map<string, Buffer>();
  for (const format of ['Excel（.xlsx）', 'GIFT', 'Moodle XML', 'QTI 3.0（.zip）']) {
    await page.getByRole('button', { name: '导出题目' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    exported.set((await download).suggestedFilename(), await readFile(await (await download).path()));
  }
  expect(exported.size).toBe(4);
  await page.goto(`${server.origin}${bank}/import`);
  for (const [name, file] of exported) {
    await give(page, name, file);
    await expect(page.getByText(`共 ${good} 题`, { exact: true }), name).toBeVisible({ timeout: 60_000 });
    await expect(tab(page, '有错误 0'), name).toBeVisible();
    await expect(tab(page, `重复 ${good}`), name).toBeVisible();
    await expect(page.getByText('这些题题库里都已经有了。'), name).toBeVisible();
    await expect(page.getByRole('button', { name: '导入 0 题' }), name).toBeDisabled();
    await page.getByRole('button', { name: '换一个文件' }).click();
  }
});
