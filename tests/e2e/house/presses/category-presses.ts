import { expect } from '@playwright/test';
import { button, confirm, type Press, type Stage } from './press.ts';

/** The tree of categories, of questions or of papers: a name is written and sent by Enter. */
export function categoryPresses(module: 'question' | 'paper' | 'declaration', from: string, path: string): Press[] {
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
