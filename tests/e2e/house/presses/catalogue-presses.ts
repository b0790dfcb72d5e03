import { expect } from '@playwright/test';
import { detailCalls } from '../../../../sync/contract/detail.ts';
import { profCalls } from '../../../../sync/contract/prof.ts';
import { detailLines, professionDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { action, asked, button, confirm, dialog, keyword, made, type Press, type Stage, ticked } from './press.ts';

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

export const cataloguePresses: readonly Press[] = [
  {
    call: '/prof/add',
    from: 'features/prof/prof-desk.ts',
    by: 'admin',
    what: '保存',
    ready: async ({ page, go, n, name }) => {
      await go('/question/index');
      await button(page, '新建职业').first().click();
      await dialog(page).getByLabel('职业编码').fill(codeOf(n));
      await dialog(page).getByLabel('职业名称').fill(name);
      await dialog(page).getByRole('checkbox', { name: /四级/ }).click();
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/prof/modify',
    from: 'features/prof/prof-desk.ts',
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
    from: 'features/prof/prof-desk.ts',
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
      // The list that is found takes the place of the one before: clicked meanwhile, another row has come under the pointer.
      await expect(dialog(page).getByRole('radio')).toHaveCount(1);
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
];
