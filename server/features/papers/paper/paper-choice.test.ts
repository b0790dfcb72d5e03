import { describe, expect, it } from 'vitest';
import { paperStatus, sectionType } from '../../../../sync/contract/codes.ts';
import { createPaperDraft, noBlueprint, createPaperSchool, createSection } from '../../../../tests/fixtures/server/paper-data.ts';

describe('the questions of a paper', () => {
  it('stay if they are locked when the rest is drawn again', async () => {
    const { handlers, teacher } = await createPaperSchool();
    await handlers.add(createPaperDraft(createSection(4)), teacher);
    await handlers.draw({ id: 1, version: 1, seed: 1 }, teacher);
    const before = (await handlers.getById({ id: 1 }, teacher)).variants[0]?.sections[0] ?? [];
    const locked = before.map((entry, at) => ({ ...entry, locked: at === 2 }));
    await handlers.choose({ id: 1, version: 2, variants: [{ sections: [locked] }] }, teacher);
    await handlers.draw({ id: 1, version: 3, seed: 2 }, teacher);
    const after = (await handlers.getById({ id: 1 }, teacher)).variants[0]?.sections[0] ?? [];
    expect(after).toHaveLength(4);
    expect(after[2]).toEqual(locked[2]);
    expect(after.map((entry) => entry.id)).not.toEqual(before.map((entry) => entry.id));
  });

  it('are drawn for parallel variants within the limit of sharing, or reported as too few', async () => {
    const { handlers, teacher } = await createPaperSchool();
    const shared = (maxShared: number) => ({ ...createPaperDraft(createSection(5)), rules: { ...createPaperDraft().rules, maxShared } });
    await handlers.add(shared(0), teacher);
    await expect(handlers.draw({ id: 1, version: 1, seed: 1, variants: 2 }, teacher)).rejects.toMatchObject({
      error: 'refused',
      text: { 'zh-CN': '题库中的题目不够：B 卷一、单选题需 5 题，可用 3 题' },
      data: { shortages: [{ variant: 1, section: 0, want: 5, have: 3 }] },
    });
    await handlers.modify({ ...shared(2), id: 1, version: 1 }, teacher);
    await handlers.draw({ id: 1, version: 2, seed: 1, variants: 2 }, teacher);
    const { variants, variantCount, otherQuestions } = await handlers.getById({ id: 1 }, teacher);
    expect(variantCount).toBe(2);
    const [a = new Set<number>(), b = new Set<number>()] = variants.map((one) => new Set(one.sections.flat().map((entry) => entry.id)));
    expect([a.size, b.size, a.intersection(b).size]).toEqual([5, 5, 2]);
    expect(otherQuestions.map((question) => question.id).toSorted((x, y) => x - y)).toEqual([...b.difference(a)].toSorted((x, y) => x - y));
  });

  it('can be chosen by hand, and each question that does not fit its section is reported', async () => {
    const { handlers, teacher, db } = await createPaperSchool();
    await handlers.add(createPaperDraft(createSection(3), createSection(1, { type: sectionType.multiple, title: '二、多选题' })), teacher);
    await db.updateTable('question').set({ status: 3 }).where('id', '=', 7).execute();
    const put = (...sections: number[][]) => [{ sections: sections.map((ids) => ids.map((id) => ({ id, locked: false }))) }];
    await expect(handlers.choose({ id: 1, version: 1, variants: put([1, 9, 1, 2], [999]) }, teacher)).rejects.toMatchObject({
      error: 'invalid',
      fields: [
        { path: 'variants.0.sections.0.1', message: { 'zh-CN': '题型与大题不一致' } },
        { path: 'variants.0.sections.0.2', message: { 'zh-CN': '同一套卷中重复' } },
        { path: 'variants.0.sections.0.3', message: { 'zh-CN': '这一大题只需 3 题' } },
        { path: 'variants.0.sections.1.0', message: { 'zh-CN': '题目不存在，或不属于可用的题库' } },
      ],
    });
    await expect(handlers.choose({ id: 1, version: 1, variants: put([7], []) }, teacher)).rejects.toMatchObject({
      fields: [{ message: { 'zh-CN': '题目还没有启用，或已停用' } }],
    });
    await expect(handlers.choose({ id: 1, version: 1, variants: put([3, 1]) }, teacher)).rejects.toMatchObject({
      fields: [{ path: 'variants.0.sections' }],
    });
    // A half-filled paper is saved but not assembled yet.
    expect(await handlers.choose({ id: 1, version: 1, variants: put([3, 1], []) }, teacher)).toEqual({
      id: 1,
      version: 2,
      status: paperStatus.created,
    });
    expect(await handlers.choose({ id: 1, version: 2, variants: put([3, 1, 2], [9]) }, teacher)).toEqual({
      id: 1,
      version: 3,
      status: paperStatus.assembled,
    });
    expect((await handlers.getById({ id: 1 }, teacher)).sections[0]?.questions.map((question) => question.id)).toEqual([3, 1, 2]);
    // A chosen question may stay when it is retired later.
    await db.updateTable('question').set({ status: 3 }).where('id', '=', 2).execute();
    expect(await handlers.choose({ id: 1, version: 3, variants: put([2, 3, 1], [9]) }, teacher)).toMatchObject({
      status: paperStatus.assembled,
    });
    await expect(
      handlers.choose({ id: 1, version: 4, variants: put([1], []), blueprint: { ...noBlueprint, detailTableId: 5 } }, teacher),
    ).rejects.toMatchObject({
      error: 'invalid',
      fields: [{ path: 'blueprint.detailTableId' }],
    });
  });

  it('can be replaced by the nearest similar question that the paper does not have', async () => {
    const { handlers, teacher, otherTeacher, db } = await createPaperSchool();
    await db.updateTable('question').set({ point_code: 'A-A-A-001' }).where('id', 'in', [1, 4, 5]).execute();
    await db.updateTable('question').set({ difficulty: 3 }).where('id', '=', 4).execute();
    const near = await handlers.getNearest({ questionId: 1, avoidIds: [2], bank: 'school', kind: 'exam', limit: 3 }, teacher);
    expect(near.items.map((item) => [item.id, item.differs])).toEqual([
      [5, []],
      [4, ['difficulty']],
      [3, ['scope']],
    ]);
    // A blueprint that asks for difficulties ranks a question of the same difficulty before one of the same assessment point but another difficulty.
    const quotas = { detailTableId: null, scopeDepth: 0, importance: null, difficulty: { easy: 1, medium: 1, hard: 1 } } as const;
    const counted = await handlers.getNearest({ questionId: 1, avoidIds: [2], bank: 'school', kind: 'exam', limit: 3, quotas }, teacher);
    expect(counted.items.map((item) => [item.id, item.differs])).toEqual([
      [5, []],
      [3, ['scope']],
      [6, ['scope']],
    ]);
    await expect(
      handlers.getNearest({ questionId: 1, avoidIds: [], bank: 'school', kind: 'exam', limit: 3 }, otherTeacher),
    ).rejects.toMatchObject({
      error: 'notFound',
    });
  });
});
