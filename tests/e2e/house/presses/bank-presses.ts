import { expect } from '@playwright/test';
import { detailCalls } from '../../../../sync/contract/detail.ts';
import { profCalls } from '../../../../sync/contract/prof.ts';
import { questionCalls } from '../../../../sync/contract/question.ts';
import { detailLines, professionDraft, questionDraft } from '../../../contract/thing-drafts.ts';
import { action, asked, button, confirm, dialog, keyword, made, type Press, type Stage, ticked } from './press.ts';
import { importsUnderWay } from './school-presses.ts';

const codeOf = (n: number): string => `7-01-${10 + Math.floor(n / 90)}-${10 + (n % 90)}`;
const profession = async ({ as, n, name }: Stage) => made(await as('admin'), profCalls.add, { ...professionDraft, code: codeOf(n), name });
async function offered(stage: Stage) {
  const there = await profession(stage);
  await made(await stage.as('school'), profCalls.setOffered, { ids: [there.id], offered: true });
  return there;
}
const professions = 'features/prof/pages/profession-list-page.tsx';

/** A detail table of a new profession, and its page. */
async function table(stage: Stage, published: boolean) {
  const admin = await stage.as('admin');
  const { id: professionId } = await profession(stage);
  const begun = await made(admin, detailCalls.add, { professionId, tradeId: null, level: 4 });
  const filled = await made(admin, detailCalls.modify, { ...begun, lines: detailLines });
  if (published) await made(admin, detailCalls.publish, filled);
  await stage.go(`/question/recognizes?table=${begun.id}`);
}
const tables = 'features/detail/parts/table-actions.tsx';
const fromMenu = async ({ page }: Stage, entry: string) => {
  await button(page, '更多操作').click();
  return page.getByRole('menuitem', { name: entry });
};

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
    call: '/prof/add',
    from: 'features/prof/parts/profession-form.tsx',
    by: 'admin',
    what: '保存',
    ready: async ({ page, go, n, name }) => {
      await go('/question/index');
      await button(page, '新增职业').first().click();
      await dialog(page).getByLabel('职业编码').fill(codeOf(n));
      await dialog(page).getByLabel('职业名称').fill(name);
      await dialog(page).getByRole('checkbox', { name: /四级/ }).click();
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/prof/modify',
    from: 'features/prof/parts/profession-form.tsx',
    by: 'admin',
    what: '保存',
    ready: async (stage) => {
      const { page, go, name } = stage;
      await profession(stage);
      await go(`/question/index?${keyword(name)}`);
      await (await action(page, name, '编辑')).click();
      await dialog(page).getByLabel('备注').fill('连点');
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/prof/setStatus',
    from: professions,
    by: 'admin',
    what: '停用',
    ready: async (stage) => {
      await profession(stage);
      await stage.go(`/question/index?${keyword(stage.name)}`);
      return action(stage.page, stage.name, '停用');
    },
  },
  {
    call: '/prof/remove',
    from: professions,
    by: 'admin',
    what: '删除',
    ready: async (stage) => {
      await profession(stage);
      await stage.go(`/question/index?${keyword(stage.name)}`);
      return asked(stage.page, stage.name, '删除');
    },
  },
  {
    call: '/prof/setOffered',
    from: 'features/prof/pages/school-profs-page.tsx',
    by: 'school',
    what: '开设，开关',
    ready: async (stage) => {
      await profession(stage);
      await stage.go(`/teacher/manage/prof?${keyword(stage.name)}`);
      return stage.page.getByRole('switch', { name: `开设${stage.name}` });
    },
  },
  {
    call: '/prof/setOffered',
    from: 'features/prof/pages/school-profs-page.tsx',
    by: 'school',
    what: '开设，多选',
    ready: async (stage) => {
      await profession(stage);
      await stage.go(`/teacher/manage/prof?${keyword(stage.name)}`);
      return ticked(stage.page, stage.name, '开设 1 个职业');
    },
  },
  {
    call: '/prof/setArea',
    from: 'features/prof/pages/area-profs-page.tsx',
    by: 'school',
    what: '考试可选',
    ready: async (stage) => {
      await offered(stage);
      await stage.go(`/teacher/exam/paper/prof?${keyword(stage.name)}`);
      return stage.page.getByRole('switch', { name: `考试可选${stage.name}` });
    },
  },
  {
    call: '/detail/add',
    from: 'features/detail/parts/new-table-dialog.tsx',
    by: 'admin',
    what: '开始编制',
    ready: async (stage) => {
      const { page, go, name } = stage;
      await profession(stage);
      await go('/question/recognizes');
      await button(page, '新建细目表').click();
      await dialog(page).getByRole('searchbox').fill(name);
      await dialog(page)
        .getByRole('radio', { name: new RegExp(name) })
        .check();
      await dialog(page).getByRole('combobox', { name: '等级' }).click();
      await page.getByRole('option', { name: /四级/ }).click();
      return button(dialog(page), '开始编制');
    },
  },
  {
    call: '/detail/add',
    from: tables,
    by: 'admin',
    what: '新建版本',
    ready: async (stage) => {
      await table(stage, true);
      return button(stage.page, '新建版本');
    },
  },
  {
    call: '/detail/modify',
    from: 'features/detail/use-outline-save.ts',
    by: 'admin',
    what: '保存',
    ready: async (stage) => {
      const { page } = stage;
      await table(stage, false);
      await page.getByRole('row').filter({ hasText: '职业守则' }).focus();
      await page.keyboard.press('y');
      return button(page, '保存');
    },
  },
  {
    call: '/detail/publish',
    from: tables,
    by: 'admin',
    what: '发布',
    ready: async (stage) => {
      await table(stage, false);
      await button(stage.page, '发布').click();
      return confirm(stage.page, '发布');
    },
  },
  {
    call: '/detail/withdraw',
    from: tables,
    by: 'admin',
    what: '撤回为草稿',
    ready: async (stage) => {
      await table(stage, true);
      return fromMenu(stage, '撤回为草稿');
    },
  },
  {
    call: '/detail/remove',
    from: tables,
    by: 'admin',
    what: '删除草稿',
    ready: async (stage) => {
      await table(stage, false);
      await (await fromMenu(stage, '删除草稿')).click();
      return confirm(stage.page, '删除草稿');
    },
  },
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

/** The tree of categories, of questions or of papers: a name is written and sent by Enter. */
export function categoryPresses(module: 'question' | 'paper', from: string, path: string): Press[] {
  const add = async ({ as, name }: Stage) => {
    const { code, msg } = await (await as('teacher')).send(`/${module}/addCategory`, { shelf: 'exam', category: name });
    if (code !== 0) throw new Error(msg);
  };
  const chosen = async (stage: Stage): Promise<void> => {
    await add(stage);
    await stage.go(path);
    await stage.page.getByRole('treeitem', { name: stage.name }).click();
  };
  return [
    {
      call: `/${module}/addCategory`,
      from,
      by: 'teacher',
      what: '新分类',
      key: 'Enter',
      ready: async ({ page, go, name }) => {
        await go(path);
        await button(page, '新分类').click();
        const field = page.getByRole('textbox', { name: '新分类' });
        await field.fill(name);
        return field;
      },
    },
    {
      call: `/${module}/moveCategory`,
      from,
      by: 'teacher',
      what: '改名',
      key: 'Enter',
      ready: async (stage) => {
        const { page, name } = stage;
        await chosen(stage);
        await button(page, `改名：${name}`).click();
        const field = page.getByRole('textbox', { name: '分类名称' });
        await expect(field).toBeFocused();
        await field.fill(`${name}改`);
        return field;
      },
    },
    {
      call: `/${module}/removeCategory`,
      from,
      by: 'teacher',
      what: '删除分类',
      ready: async (stage) => {
        await chosen(stage);
        await button(stage.page, `删除：${stage.name}`).click();
        return confirm(stage.page, '删除分类');
      },
    },
  ];
}
