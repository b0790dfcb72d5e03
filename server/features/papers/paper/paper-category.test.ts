import { describe, expect, it } from 'vitest';
import { createPaperDraft, createPaperSchool, createSection } from '../../../../tests/fixtures/server/paper-data.ts';

async function filedPapers() {
  const school = await createPaperSchool();
  const { handlers, teacher } = school;
  for (const [name, kind, category] of [
    ['春季', 'exam', '2026/春季'],
    ['秋季', 'exam', '2026/秋季'],
    ['无类', 'exam', ''],
    ['练习', 'exercise', '2026'],
  ] as const)
    await handlers.add({ ...createPaperDraft(createSection(4)), name, kind, category }, teacher);
  const categories = async (shelf: 'exam' | 'test' | 'homework' = 'exam') =>
    (await handlers.getCategories({ shelf }, teacher)).items.map(({ category, count }) => `${category} ${count}`);
  const listed = async (category: string) =>
    (await handlers.getList({ page: 1, pageSize: 20, sort: 'id', filter: { kinds: ['exam'], category } }, teacher)).items.map(
      (paper) => paper.name,
    );
  return { ...school, categories, listed };
}

describe('categories of papers', () => {
  it('are a tree for each shelf, including empty categories', async () => {
    const { handlers, teacher, otherTeacher, categories } = await filedPapers();
    await handlers.addCategory({ shelf: 'exam', category: '补考' }, teacher);
    expect(await categories()).toEqual([' 1', '2026/春季 1', '2026/秋季 1', '补考 0']);
    expect(await categories('test')).toEqual(['2026 1']);
    expect(await categories('homework')).toEqual([]);
    expect((await handlers.getCategories({ shelf: 'exam' }, otherTeacher)).items).toEqual([]);
    await expect(handlers.addCategory({ shelf: 'exam', category: '2026' }, teacher)).rejects.toMatchObject({
      error: 'refused',
      fields: [{ path: 'category' }],
    });
  });

  it('filter the list, including subcategories', async () => {
    const { listed } = await filedPapers();
    expect(await listed('2026')).toEqual(['春季', '秋季']);
    expect(await listed('2026/春季')).toEqual(['春季']);
    expect(await listed('')).toEqual(['无类']);
    expect(await listed('20')).toEqual([]);
  });

  it('are renamed and removed with their papers, on their own shelf only', async () => {
    const { handlers, teacher, categories } = await filedPapers();
    const move = (from: string, to: string, merge = false) => handlers.moveCategory({ shelf: 'exam', from, to, merge }, teacher);
    expect(await move('2026', '二〇二六')).toEqual({ moved: 2 });
    expect(await categories()).toContain('二〇二六/春季 1');
    expect(await categories('test')).toEqual(['2026 1']);
    await expect(move('二〇二六/春季', '二〇二六/秋季')).rejects.toMatchObject({ error: 'refused', data: { taken: true } });
    expect(await move('二〇二六/春季', '二〇二六/秋季', true)).toEqual({ moved: 1 });
    await expect(move('二〇二六', '二〇二六/秋季')).rejects.toMatchObject({ error: 'refused' });
    await expect(move('没有', '别的')).rejects.toMatchObject({ error: 'notFound' });
    expect(await handlers.removeCategory({ shelf: 'exam', category: '二〇二六', moveTo: '旧卷' }, teacher)).toEqual({ moved: 2 });
    expect(await categories()).toEqual([' 1', '旧卷 2']);
    // A removal with the version from before the move is refused, and names the category as the changed field.
    await expect(handlers.remove({ items: [{ id: 1, version: 1 }] }, teacher)).rejects.toMatchObject({
      error: 'conflict',
      data: { changed: ['category'] },
    });
  });

  it('do not treat a name that extends another name by a zero as a subcategory', async () => {
    const { handlers, teacher, categories, listed } = await filedPapers();
    const file = (id: number, category: string) => handlers.file({ items: [{ id, version: 1 }], category }, teacher);
    await file(1, '模块1');
    await file(2, '模块10');
    await file(3, '模块1/一');
    await handlers.addCategory({ shelf: 'exam', category: '空/1' }, teacher);
    await handlers.addCategory({ shelf: 'exam', category: '空/10' }, teacher);
    expect(await listed('模块1')).toEqual(['春季', '无类']);
    expect(await handlers.moveCategory({ shelf: 'exam', from: '模块1', to: '甲', merge: false }, teacher)).toEqual({ moved: 2 });
    expect(await handlers.removeCategory({ shelf: 'exam', category: '空/1', moveTo: '' }, teacher)).toEqual({ moved: 0 });
    expect(await categories()).toEqual(['模块10 1', '甲 1', '甲/一 1', '空/10 0']);
    await handlers.moveCategory({ shelf: 'exam', from: '甲', to: '模块1', merge: false }, teacher);
    expect(await handlers.removeCategory({ shelf: 'exam', category: '模块1', moveTo: '' }, teacher)).toEqual({ moved: 2 });
    expect(await categories()).toEqual([' 2', '模块10 1', '空/10 0']);
  });

  it('receive many papers at once, or none', async () => {
    const { handlers, teacher, otherTeacher, categories } = await filedPapers();
    const items = [1, 2, 3].map((id) => ({ id, version: 1 }));
    await expect(handlers.file({ items: [...items, { id: 4, version: 9 }], category: '归档' }, teacher)).rejects.toMatchObject({
      error: 'conflict',
    });
    await expect(handlers.file({ items: [...items, { id: 99, version: 1 }], category: '归档' }, teacher)).rejects.toMatchObject({
      error: 'notFound',
    });
    await expect(
      handlers.file({ items: [...items, { id: items[0]?.id ?? 0, version: 1 }], category: '归档' }, teacher),
    ).rejects.toMatchObject({
      error: 'invalid',
      fields: [{ path: `items.${items.length}.id` }],
    });
    await expect(handlers.file({ items, category: '归档' }, otherTeacher)).rejects.toMatchObject({ error: 'notFound' });
    expect(await categories()).not.toContain('归档 3');
    expect(await handlers.file({ items, category: '归档' }, teacher)).toEqual({ filed: 3 });
    expect(await categories()).toEqual(['归档 3']);
  });
});
