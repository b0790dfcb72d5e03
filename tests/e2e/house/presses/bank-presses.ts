import { questionCalls } from '../../../../sync/contract/question.ts';
import { questionDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { categoryPresses } from './category-presses.ts';
import { asked, button, dialog, keyword, made, type Press, type Stage, ticked } from './press.ts';
import { importsUnderWay } from './school-presses.ts';

const bank = '/teacher/exam/questions';
const draft = async ({ as, name }: Stage) =>
  made(await as('teacher'), questionCalls.add, { ...questionDraft, stem: `${name}的题干`, category: '' });
const listedDraft = async (stage: Stage): Promise<string> => {
  const { id } = await draft(stage);
  await stage.go(`${bank}?${keyword(`${stage.name}的题干`)}`);
  return `第 ${id} 号题`;
};
const categories = 'features/question/category-edits.ts';

export const bankPresses: readonly Press[] = [
  {
    call: '/question/add',
    from: 'features/question/use-question-save.ts',
    by: 'teacher',
    what: '存为草稿',
    ready: async ({ page, go, name }) => {
      await go(`${bank}/create?type=3`);
      await page.getByRole('radio', { name: '正确' }).check();
      await page.getByRole('textbox', { name: '题干' }).click();
      await page.keyboard.type(`${name}的判断题。`);
      return button(page, '存为草稿');
    },
  },
  {
    call: '/question/add',
    from: 'features/question/use-question-save.ts',
    by: 'teacher',
    what: '保存并写下一题',
    ready: async ({ page, go, name }) => {
      await go(`${bank}/create?type=3`);
      await page.getByRole('radio', { name: '正确' }).check();
      await page.getByRole('textbox', { name: '题干' }).click();
      await page.keyboard.type(`${name}的判断题。`);
      return button(page, '保存并写下一题');
    },
  },
  {
    call: '/question/modify',
    from: 'features/question/use-question-save.ts',
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      const { page, go } = stage;
      const { id } = await draft(stage);
      await go(`${bank}/create/${id}`);
      await page.getByRole('textbox', { name: '题干' }).click();
      await page.keyboard.type('改');
      return button(page, '保存');
    },
  },
  {
    call: '/question/restore',
    from: 'features/question/parts/history-tab.tsx',
    by: 'teacher',
    what: '恢复到版本 1',
    ready: async (stage) => {
      const { page, go, as, name } = stage;
      const there = await draft(stage);
      const second = { ...questionDraft, ...there, stem: `${name}的题干，改过`, category: '' };
      await made(await as('teacher'), questionCalls.modify, second);
      await go(`${bank}/item/${there.id}?tab=history`);
      await page.getByRole('button', { name: /^版本 1/ }).click();
      return button(page, '恢复到版本 1');
    },
  },
  {
    call: '/question/setStatus',
    from: 'features/question/parts/review-buttons.tsx',
    by: 'teacher',
    what: '提交审核',
    ready: async (stage) => {
      const { id } = await draft(stage);
      await stage.go(`${bank}/item/${id}`);
      return button(stage.page, '提交审核');
    },
  },
  {
    call: '/question/setStatus',
    from: 'features/question/parts/review-buttons.tsx',
    by: 'teacher',
    what: '提交审核，多选',
    ready: async (stage) => ticked(stage.page, await listedDraft(stage), '提交审核'),
  },
  {
    call: '/question/modifyMany',
    from: 'features/question/parts/bulk-filing.tsx',
    by: 'teacher',
    what: '修改 1 题',
    ready: async (stage) => {
      const { page } = stage;
      await (await ticked(page, await listedDraft(stage), '批量修改')).click();
      await dialog(page).getByLabel('分类').fill('连点归类');
      return button(dialog(page), '修改 1 题');
    },
  },
  {
    call: '/question/remove',
    from: 'features/question/pages/question-list-page.tsx',
    by: 'teacher',
    what: '删除',
    ready: async (stage) => asked(stage.page, await listedDraft(stage), '删除'),
  },
  {
    call: '/question/import',
    from: 'features/question/parts/import-desk.tsx',
    by: 'teacher',
    what: '导入 1 题',
    ready: async ({ page, go, name }) => {
      await go(`${bank}/import`);
      const buffer = Buffer.from(JSON.stringify({ question: `${name}的导入题（　　）`, options: ['(A)甲', '(B)乙'], label: 'A' }));
      await page.locator('input[type=file]').setInputFiles({ name: 'q.jsonl', mimeType: 'application/octet-stream', buffer });
      return button(page, '导入 1 题');
    },
  },
  {
    call: '/job/cancel',
    from: 'features/question/parts/import-run.tsx',
    by: 'teacher',
    what: '停止导入',
    ready: async (stage) => {
      const jobs = await importsUnderWay(stage);
      await stage.go(`${bank}/import?job=${jobs.at(-1)}`);
      return button(stage.page, '停止导入');
    },
  },
  ...categoryPresses('question', categories, '/teacher/exam/category-question'),
];
