import { describe, expect, it } from 'vitest';
import { createBankSchool, firstPageOrder, createSingleChoice } from '../../../../tests/fixtures/server/bank-data.ts';
import { toCategoryMoveResponse } from '../../../resources/category-response.ts';
import { createQuestionCategoryStore } from './categories/question-category-store.ts';
import { createQuestionDrawReads } from './question-draw-reads.ts';

describe('categories of questions', () => {
  it('move with their subcategories, ask before a merge, and move their questions when removed', async () => {
    const { handlers, add, teacher, otherTeacher } = await createBankSchool();
    await add(createSingleChoice('一', { category: '甲/乙' }));
    await add(createSingleChoice('二', { category: '甲/乙/丙' }));
    await add(createSingleChoice('三', { category: '丁' }));
    const paths = async () => (await handlers.getCategories({}, teacher)).items.map((item) => item.category);
    expect(await handlers.addCategory({ category: '戊/空' }, teacher)).toEqual({ category: '戊/空' });
    await expect(handlers.addCategory({ category: '甲' }, teacher)).rejects.toMatchObject({ error: 'refused' });
    await expect(handlers.moveCategory({ from: '甲', to: '甲/乙/己', merge: false }, teacher)).rejects.toMatchObject({ error: 'refused' });
    await expect(handlers.moveCategory({ from: '甲/乙', to: '丁', merge: false }, teacher)).rejects.toMatchObject({
      error: 'refused',
      data: { taken: true },
    });
    await expect(handlers.moveCategory({ from: '甲', to: '己', merge: false }, otherTeacher)).rejects.toMatchObject({ error: 'notFound' });
    expect(await handlers.moveCategory({ from: '甲/乙', to: '丁', merge: true }, teacher)).toEqual({ moved: 2 });
    expect(await paths()).toEqual(['丁', '丁/丙', '戊/空']);
    expect((await handlers.getHistory({ id: 1 }, teacher)).items[0]).toMatchObject({
      version: 2,
      event: 'file',
      fields: ['category'],
    });
    expect((await handlers.getList({ ...firstPageOrder, filter: { category: '丁' } }, teacher)).total).toBe(3);
    expect(await handlers.removeCategory({ category: '丁', moveTo: '' }, teacher)).toEqual({ moved: 3 });
    expect(await paths()).toEqual(['', '戊/空']);
  });
});

describe('a category with more questions than one change may move', () => {
  it('is moved and removed by parts, and otherwise stays unchanged', async () => {
    const { handlers, add, teacher, db, school } = await createBankSchool();
    await add(createSingleChoice('一', { category: '甲' }));
    await add(createSingleChoice('二', { category: '甲/乙' }));
    await add(createSingleChoice('三', { category: '甲/乙' }));
    await handlers.addCategory({ category: '甲/空' }, teacher);
    const shelf = createQuestionCategoryStore(db, school, { userId: 1, nowMs: 1 }, { most: 2 });
    const move = (from: string, to: string, merge: boolean) => db.transaction().execute((tx) => shelf.move(tx, from, to, merge));
    const remove = (path: string, moveTo: string) => db.transaction().execute((tx) => shelf.remove(tx, path, moveTo));
    const paths = async () => (await handlers.getCategories({}, teacher)).items.map((item) => item.category);
    const before = await paths();
    const refused = { kind: 'tooMany' as const, rowCount: 3, maxRows: 2 };
    expect(await move('甲', '丙', false)).toEqual(refused);
    expect(await remove('甲', '丙')).toEqual(refused);
    expect(await paths()).toEqual(before);
    expect((await handlers.getHistory({ id: 1 }, teacher)).items).toHaveLength(1);
    const text = { 'zh-CN': expect.stringMatching(/最多移动 2 项，这里有 3 项/) as string };
    expect(() => toCategoryMoveResponse(refused, '丙')).toThrow(
      expect.objectContaining({ error: 'refused', text: expect.objectContaining(text) }),
    );
    expect(await move('甲/乙', '丙', false)).toEqual({ kind: 'done', moved: 2 });
    expect(await move('甲', '丙', true)).toEqual({ kind: 'done', moved: 1 });
    expect(await paths()).toEqual(['丙', '丙/空']);
  });
});

describe('a category whose name extends another name by a zero', () => {
  it('is not treated as a subcategory in any list or change', async () => {
    const { handlers, add, teacher, head, db, school } = await createBankSchool();
    const of = await add(createSingleChoice('一', { category: '模块1' }));
    const items = [
      of,
      await add(createSingleChoice('二', { category: '模块10' })),
      await add(createSingleChoice('三', { category: '模块1/一' })),
    ];
    await handlers.setStatus({ items, event: 'approve', reason: '' }, head);
    for (const id of [1, 2, 3]) await add(createSingleChoice(`又${id}`, { category: id === 2 ? '模块10' : '模块1' }));
    await handlers.addCategory({ category: '空/1' }, teacher);
    await handlers.addCategory({ category: '空/10' }, teacher);
    const counts = async () =>
      (await handlers.getCategories({}, teacher)).items.map(({ category, counts: [sum] }) => `${category} ${sum?.count ?? 0}`);
    expect((await handlers.getList({ ...firstPageOrder, filter: { category: '模块1' } }, teacher)).total).toBe(4);
    const draw = createQuestionDrawReads(db);
    const [first] = (await draw.byIds(school, [of.id])).values();
    if (first === undefined) throw new Error('not there');
    expect((await draw.suggestReplacements(school, 'school', first, [], 1)).map((each) => each.id)).toEqual([3]);
    expect(await handlers.moveCategory({ from: '模块1', to: '甲', merge: false }, teacher)).toEqual({ moved: 4 });
    expect(await handlers.removeCategory({ category: '空/1', moveTo: '' }, teacher)).toEqual({ moved: 0 });
    expect(await counts()).toEqual(['模块10 2', '甲 3', '甲/一 1', '空/10 0']);
    expect((await handlers.getHistory({ id: 2 }, teacher)).items.map((one) => one.event)).not.toContain('file');
    await handlers.moveCategory({ from: '甲', to: '模块1', merge: false }, teacher);
    expect(await handlers.removeCategory({ category: '模块1', moveTo: '丁' }, teacher)).toEqual({ moved: 4 });
    expect(await counts()).toEqual(['丁 4', '模块10 2', '空/10 0']);
  });
});
