import { describe, expect, it } from 'vitest';
import { paperStatus, sectionType } from '../../../../sync/contract/codes.ts';
import { paperCalls } from '../../../../sync/contract/papers/paper.ts';
import { requireRefusal } from '../../../../tests/fixtures/server/exam-data.ts';
import { createPaperDraft, createPaperSchool, createSection } from '../../../../tests/fixtures/server/paper-data.ts';
import { createPaperReads } from './paper-reads.ts';
import { markPaperOrganised } from './paper-writes.ts';

describe('a paper', () => {
  it('is created, assembled, changed and drawn again', async () => {
    const { handlers, teacher } = await createPaperSchool();
    const added = await handlers.add(
      createPaperDraft(createSection(5), createSection(2, { title: '二、多选题', type: sectionType.multiple, pointsEach: 0.5 })),
      teacher,
    );
    expect(added).toEqual({ id: 1, version: 1 });
    const get = async () => handlers.getById({ id: 1 }, teacher);
    expect(await get()).toMatchObject({
      status: paperStatus.created,
      questionCount: 7,
      totalPoints: 11,
      sections: [{ questions: [] }, { questions: [] }],
    });

    expect(await handlers.draw({ id: 1, version: 1, seed: 5 }, teacher)).toEqual({ id: 1, version: 2, seed: 5, leftOut: 0 });
    const drawnPaper = await get();
    expect(paperCalls.getById.output.parse(drawnPaper)).toEqual(drawnPaper);
    expect(drawnPaper.status).toBe(paperStatus.assembled);
    expect(drawnPaper.sections.map((one) => one.questions.length)).toEqual([5, 2]);
    expect(drawnPaper.sections[0]?.questions[0]).toMatchObject({ key: { kind: 'choice' }, version: 1 });

    // Renaming a section keeps its drawn questions; a smaller count keeps only that many; another rule drops all questions that are not locked.
    await handlers.modify(
      { ...createPaperDraft(createSection(5), createSection(2, { title: '多选', type: sectionType.multiple })), id: 1, version: 2 },
      teacher,
    );
    expect((await get()).sections[0]?.questions).toEqual(drawnPaper.sections[0]?.questions);
    await handlers.modify({ ...createPaperDraft(createSection(4)), id: 1, version: 3 }, teacher);
    expect((await get()).sections[0]?.questions).toEqual(drawnPaper.sections[0]?.questions.slice(0, 4));
    expect(await get()).toMatchObject({ status: paperStatus.assembled, version: 4 });
    await handlers.modify({ ...createPaperDraft(createSection(4, { categories: ['电工'] })), id: 1, version: 4 }, teacher);
    expect(await get()).toMatchObject({ status: paperStatus.created, version: 5, sections: [{ questions: [] }] });
    expect(await handlers.draw({ id: 1, version: 5 }, teacher)).toMatchObject({ seed: 0x01010101 });
  });

  it('is found by the list of assembled papers, although drafts are newer', async () => {
    const { handlers, teacher } = await createPaperSchool();
    const { id } = await handlers.add(createPaperDraft(createSection(5)), teacher);
    await handlers.draw({ id, version: 1, seed: 5 }, teacher);
    for (let made = 0; made < 3; made += 1) await handlers.add(createPaperDraft(createSection(5)), teacher);
    const list = await handlers.getList({ page: 1, pageSize: 1, filter: { assembled: true } }, teacher);
    expect([list.total, list.items.map((paper) => paper.id)]).toEqual([1, [id]]);
  });

  it('reports every section that the bank cannot fill', async () => {
    const { handlers, teacher } = await createPaperSchool();
    await handlers.add(createPaperDraft(createSection(9), createSection(2, { title: '二、判断题', type: sectionType.judgement })), teacher);
    const refused = await requireRefusal(handlers.draw({ id: 1, version: 1 }, teacher));
    expect(refused).toMatchObject({
      error: 'refused',
      text: { 'zh-CN': '题库中的题目不够：一、单选题需 9 题，可用 8 题；二、判断题需 2 题，可用 0 题' },
      fields: [{ path: 'sections.0.count' }, { path: 'sections.1.count' }],
      data: {
        shortages: [
          { variant: 0, section: 0, want: 9, have: 8 },
          { variant: 0, section: 1, want: 2, have: 0 },
        ],
      },
    });
    expect((await handlers.getById({ id: 1 }, teacher)).status).toBe(paperStatus.created);
  });

  it('is refused with a pass mark above the total', async () => {
    const { handlers, teacher } = await createPaperSchool();
    await expect(handlers.add(createPaperDraft(createSection(2)), teacher)).rejects.toMatchObject({
      error: 'invalid',
      fields: [{ path: 'rules.passPoints' }],
    });
  });

  it('is found by its name, and the list refuses an unknown sort column', async () => {
    const { handlers, teacher } = await createPaperSchool();
    await handlers.add(createPaperDraft(createSection(5)), teacher);
    expect((await handlers.getList({ page: 1, pageSize: 20, filter: { keyword: '理论' } }, teacher)).total).toBe(1);
    await expect(handlers.getList({ page: 1, pageSize: 20, sort: 'secret' }, teacher)).rejects.toMatchObject({ error: 'invalid' });
  });

  it('can no longer change after an exam was frozen from it', async () => {
    const { db, handlers, teacher, school } = await createPaperSchool();
    await handlers.add(createPaperDraft(createSection(5)), teacher);
    const reads = createPaperReads(db);
    const row = async () => {
      const paper = await reads.byId(school, 1);
      if (!paper) throw new Error('missing');
      return paper.row;
    };
    expect(await markPaperOrganised(db, await row())).toBe(false);
    await handlers.draw({ id: 1, version: 1 }, teacher);
    expect(await markPaperOrganised(db, await row())).toBe(true);
    expect(await row()).toMatchObject({ status: paperStatus.organised, version: 3 });
    expect(await markPaperOrganised(db, await row())).toBe(true);
    expect((await row()).version).toBe(3);
    const draft = { ...createPaperDraft(createSection(4)), id: 1, version: 3 };
    await expect(handlers.modify(draft, teacher)).rejects.toMatchObject({ error: 'refused' });
    await expect(handlers.draw({ id: 1, version: 3 }, teacher)).rejects.toMatchObject({ error: 'refused' });
  });

  it('is copied with its questions, and removed unless an exam uses it', async () => {
    const { handlers, teacher, otherTeacher, db, school } = await createPaperSchool();
    await handlers.add(createPaperDraft(createSection(3)), teacher);
    await handlers.draw({ id: 1, version: 1, seed: 1 }, teacher);
    expect(await handlers.copy({ id: 1, name: '副本', kind: 'homework' }, teacher)).toEqual({ id: 2, version: 1 });
    const [one, two] = [await handlers.getById({ id: 1 }, teacher), await handlers.getById({ id: 2 }, teacher)];
    expect(two).toMatchObject({ name: '副本', kind: 'homework', status: paperStatus.assembled, variants: one.variants });
    expect((await handlers.getList({ page: 1, pageSize: 20, filter: { kinds: ['homework'] } }, teacher)).total).toBe(1);
    const times = { start_ms: 1, duration_ms: 1, entry_limit_ms: 1, earliest_hand_in_ms: 1, updated_ms: 1, created_ms: 1 };
    await db
      .insertInto('exam_plan')
      .values({ ...times, school_id: school, name: '期末', paper_id: 1, notice: '', published_ms: null, created_by: 1, updated_by: 1 })
      .execute();
    await expect(handlers.remove({ items: [{ id: 1, version: 2 }] }, teacher)).rejects.toMatchObject({
      error: 'refused',
      text: { 'zh-CN': expect.stringContaining('期末') as string },
    });
    await expect(handlers.remove({ items: [{ id: 2, version: 1 }] }, otherTeacher)).rejects.toMatchObject({ error: 'notFound' });
    await expect(handlers.remove({ items: [{ id: 2, version: 9 }] }, teacher)).rejects.toMatchObject({ error: 'conflict' });
    expect(await handlers.remove({ items: [{ id: 2, version: 1 }] }, teacher)).toEqual({ removed: 1 });
    await expect(handlers.getById({ id: 2 }, teacher)).rejects.toMatchObject({ error: 'notFound' });
  });

  it.each([
    { layout: 'section', shuffleQuestions: false, shuffleOptions: true },
    { layout: 'one', shuffleQuestions: true, shuffleOptions: false },
  ] as const)('passes its settings to the player: $layout', async (settings) => {
    const { handlers, teacher } = await createPaperSchool();
    const plain = createPaperDraft(createSection(4));
    await handlers.add({ ...plain, rules: { ...plain.rules, ...settings } }, teacher);
    await handlers.draw({ id: 1, version: 1 }, teacher);
    expect((await handlers.preview({ id: 1, variant: 'A' }, teacher)).content).toMatchObject(settings);
  });

  it('is previewed even half full, with the obstacles to an exam', async () => {
    const { handlers, teacher } = await createPaperSchool();
    await handlers.add(createPaperDraft(createSection(3), createSection(1, { type: sectionType.practical, title: '二、实操题' })), teacher);
    const preview = await handlers.preview({ id: 1, variant: 'A' }, teacher);
    expect(paperCalls.preview.output.parse(preview)).toEqual(preview);
    expect(preview.obstacles).toEqual(['A 卷还差 4 题，请先组卷']);
    await expect(handlers.preview({ id: 1, variant: 'B' }, teacher)).rejects.toMatchObject({ error: 'notFound' });
  });
});
