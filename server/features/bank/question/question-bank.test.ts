import { describe, expect, it } from 'vitest';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import { questionCalls } from '../../../../sync/contract/bank/question.ts';
import type { QuestionBody } from '../../../../sync/contract/bank/question-body.ts';
import { createBankSchool, firstPageOrder, createSingleChoice } from '../../../../tests/fixtures/server/bank-data.ts';
import { requireRefusal } from '../../../../tests/fixtures/server/exam-data.ts';

describe('a question of the bank', () => {
  it('has a version for each change; a reader can see every version and restore it', async () => {
    const { handlers, add, teacher, colleague } = await createBankSchool();
    const added = await add(createSingleChoice('电压的单位是'));
    const second = await handlers.modify(
      { ...createSingleChoice('电压的单位是（　）', { difficulty: 3, tags: ['易错'] }), ...added },
      colleague,
    );
    expect(second).toEqual({ id: added.id, version: 2 });
    // Saving identical content makes no new version.
    expect(
      await handlers.modify({ ...createSingleChoice('电压的单位是（　）', { difficulty: 3, tags: ['易错'] }), ...second }, colleague),
    ).toEqual(second);
    const history = await handlers.getHistory({ id: added.id }, teacher);
    expect(questionCalls.getHistory.output.parse(history)).toEqual(history);
    expect(history.items.map((item) => [item.version, item.event, item.byName, item.fields.toSorted()])).toEqual([
      [2, 'save', '李老师', ['difficulty', 'stem', 'tags']],
      [1, 'add', '王老师', []],
    ]);
    expect(await handlers.getVersion({ id: added.id, version: 1 }, teacher)).toMatchObject({
      stem: '电压的单位是',
      difficulty: 2,
      tags: [],
    });
    await expect(handlers.getVersion({ id: added.id, version: 3 }, teacher)).rejects.toMatchObject({ error: 'notFound' });
    const third = await handlers.restore({ ...second, from: 1 }, teacher);
    const current = await handlers.getById({ id: added.id }, teacher);
    expect(questionCalls.getById.output.parse(current)).toEqual(current);
    expect(current).toMatchObject({ version: third.version, stem: '电压的单位是', tags: [] });
  });

  it.each([
    ['no right option', { key: { kind: 'choice', right: ['C'] } }, 'key.right'],
    ['two right options of a single choice', { key: { kind: 'choice', right: ['A', 'B'] } }, 'key.right'],
    ['an empty stem', { stem: '<p> </p>' }, 'stem'],
    [
      'an empty option',
      {
        options: [
          { id: 'A', html: '甲' },
          { id: 'B', html: '<p></p>' },
        ],
      },
      'options.1.html',
    ],
    [
      'two equal options',
      {
        options: [
          { id: 'A', html: '甲' },
          { id: 'B', html: '甲' },
        ],
      },
      'options.1.html',
    ],
    ['a key of another type', { key: { kind: 'blanks', blanks: [{ mode: 'number', value: 1, tolerance: 0 }] } }, 'key'],
    [
      'more blanks in the key than in the stem',
      { type: 4, options: [], key: { kind: 'blanks', blanks: [{ mode: 'number', value: 1, tolerance: 0 }] } },
      'key.blanks',
    ],
    ['an empty rubric', { type: 5, options: [], key: { kind: 'rubric', reference: '', items: [], veto: [] } }, 'key.reference'],
    ['a point without its profession', { pointCode: 'A-B-C-001' }, 'pointCode'],
    ['an unknown profession', { profId: 99 }, 'profId'],
  ] as [string, Partial<QuestionBody>, string][])('is refused with %s, at the field at fault', async (_what, extra, path) => {
    const { handlers, teacher } = await createBankSchool();
    const refused = await requireRefusal(handlers.add({ ...createSingleChoice('题'), ...extra, submit: false }, teacher));
    expect(refused).toMatchObject({ error: 'invalid' });
    expect(refused.fields.map((fault) => fault.path)).toContain(path);
  });

  it('can be removed only as a draft that was never in use', async () => {
    const { handlers, add, teacher, head } = await createBankSchool();
    const [one, two] = [await add(createSingleChoice('一')), await add(createSingleChoice('二'))];
    const used = (await handlers.setStatus({ items: [two], event: 'approve', reason: '' }, head)).changed[0];
    await expect(handlers.remove({ items: [one, used ?? two] }, teacher)).rejects.toMatchObject({ error: 'refused' });
    expect(await handlers.remove({ items: [one] }, teacher)).toEqual({ removed: 1 });
    expect((await handlers.getList({ ...firstPageOrder, filter: { keyword: '一' } }, teacher)).total).toBe(0);
  });
});

describe('the review of a question', () => {
  it('needs a second person to approve, and a reason to return the question', async () => {
    const { handlers, add, teacher, colleague, head } = await createBankSchool();
    const added = await add(createSingleChoice('一'), teacher, { submit: true });
    await expect(handlers.setStatus({ items: [added], event: 'approve', reason: '' }, teacher)).rejects.toMatchObject({ error: 'refused' });
    await expect(handlers.setStatus({ items: [added], event: 'return', reason: '' }, colleague)).rejects.toMatchObject({
      error: 'invalid',
    });
    const back = await handlers.setStatus({ items: [added], event: 'return', reason: '选项太少' }, colleague);
    expect(await handlers.getById({ id: added.id }, teacher)).toMatchObject({
      status: questionStatus.draft,
      returned: { reason: '选项太少', byName: '李老师' },
    });
    const modified = await handlers.modify(
      { ...createSingleChoice('一之二'), id: added.id, version: back.changed[0]?.version ?? 0 },
      teacher,
    );
    const sent = await handlers.setStatus({ items: [modified], event: 'submit', reason: '' }, teacher);
    const other = await add(createSingleChoice('二'));
    const done = await handlers.setStatus({ items: [...sent.changed, other], event: 'approve', reason: '' }, colleague);
    expect(done.changed.map((key) => key.id)).toEqual([added.id]);
    expect(done.left).toEqual([{ id: other.id, reason: '这一步需要学校管理员（认证题库：超级管理员）' }]);
    expect((await handlers.setStatus({ items: [other], event: 'approve', reason: '' }, head)).changed).toHaveLength(1);
  });
});

describe('modifyMany', () => {
  it('changes all questions or none, and counts the changes of each field', async () => {
    const { handlers, add, teacher } = await createBankSchool();
    const items = [await add(createSingleChoice('一', { tags: ['旧'] })), await add(createSingleChoice('二', { difficulty: 3 }))];
    const done = await handlers.modifyMany({ items, set: { difficulty: 3, addTags: ['新'], removeTags: ['旧'] } }, teacher);
    expect(done.changed).toBe(2);
    expect(done.fields.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { field: 'difficulty', count: 1 },
      { field: 'tags', count: 2 },
    ]);
    expect((await handlers.getTags({}, teacher)).items).toEqual([{ tag: '新', count: 2 }]);
    expect((await handlers.getList({ ...firstPageOrder, filter: { tags: ['新'], difficulty: 3 } }, teacher)).total).toBe(2);
    // One of the questions has changed in the meantime, so none is changed.
    await expect(handlers.modifyMany({ items, set: { category: '丙' } }, teacher)).rejects.toMatchObject({ error: 'conflict' });
    expect((await handlers.getList({ ...firstPageOrder, filter: { category: '丙' } }, teacher)).total).toBe(0);
  });
});

describe('the certified bank', () => {
  it('is changed only by its editors; schools read its questions in use for their professions', async () => {
    const { handlers, db, school, teacher, keeper, admin, add, otherTeacher } = await createBankSchool();
    const { id: profId } = await db
      .insertInto('profession')
      .values({
        code: '6-31-01-03',
        name: '电工',
        levels: '[4]',
        standard: '',
        remark: '',
        enabled: 1,
        updated_by: 1,
        updated_ms: 0,
        created_ms: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('school_profession').values({ school_id: school, profession_id: profId, areas: '[]', since_ms: 0 }).execute();
    const visibleQuestion = await add(createSingleChoice('公开题', { profId }), keeper);
    const hidden = await add(createSingleChoice('草稿题', { profId }), keeper);
    await add(createSingleChoice('别的职业'), keeper);
    const inUse =
      (await handlers.setStatus({ items: [visibleQuestion], event: 'approve', reason: '' }, admin)).changed[0] ?? visibleQuestion;
    const filter = { bank: 'certified' as const };
    expect((await handlers.getList(firstPageOrder, keeper)).total).toBe(3);
    expect((await handlers.getList({ ...firstPageOrder, filter }, teacher)).items.map((item) => item.stem)).toEqual(['公开题']);
    expect((await handlers.getList({ ...firstPageOrder, filter }, otherTeacher)).total).toBe(0);
    expect(await handlers.getById({ id: visibleQuestion.id }, teacher)).toMatchObject({
      editable: false,
      events: [],
      profName: '电工',
    });
    await expect(handlers.getById({ id: visibleQuestion.id }, otherTeacher)).rejects.toMatchObject({ error: 'notFound' });
    await expect(handlers.getById({ id: hidden.id }, teacher)).rejects.toMatchObject({ error: 'notFound' });
    await expect(handlers.modify({ ...createSingleChoice('改'), ...inUse }, teacher)).rejects.toMatchObject({ error: 'forbidden' });
    await expect(handlers.add({ ...createSingleChoice('新'), bank: 'certified', submit: false }, teacher)).rejects.toMatchObject({
      error: 'forbidden',
    });
    await expect(handlers.getList({ ...firstPageOrder, filter: { bank: 'school' } }, keeper)).rejects.toMatchObject({ error: 'forbidden' });
    expect((await handlers.getList(firstPageOrder, teacher)).total).toBe(0);
  });
});

describe('findDuplicates', () => {
  it('finds near-duplicates in the same bank, nearest first, whatever the order of options', async () => {
    const { handlers, add, teacher, otherTeacher } = await createBankSchool();
    const stem = '三相异步电动机采用星形—三角形降压起动时，起动电流为直接起动时的多少倍，起动转矩如何变化？';
    const twin = await add(createSingleChoice(stem.replace('多少倍', '几倍')));
    await add(createSingleChoice(stem));
    await add(createSingleChoice('变压器的短路试验主要用来测定铜损耗与阻抗电压，空载试验测定铁损耗与空载电流。'));
    const options = [{ html: '乙' }, { html: '甲' }];
    const { items } = await handlers.findDuplicates({ stem, options }, teacher);
    expect(items.map((item) => item.id)).toEqual([2, 1]);
    expect(items[1]?.likeness).toBeGreaterThan(0.7);
    expect((await handlers.findDuplicates({ id: twin.id, stem, options }, teacher)).items.map((item) => item.id)).toEqual([2]);
    expect((await handlers.findDuplicates({ stem, options }, otherTeacher)).items).toEqual([]);
  });
});

describe('getCount', () => {
  it('counts by profession and status, in the certified bank only questions that a school may see', async () => {
    const { handlers, add, teacher, keeper } = await createBankSchool();
    await add(createSingleChoice('一'));
    await add(createSingleChoice('二'), teacher, { submit: true });
    await add(createSingleChoice('三'), keeper);
    const count = async (who: typeof teacher, bank: 'school' | 'certified') => (await handlers.getCount({ bank }, who)).items;
    expect(await count(teacher, 'school')).toEqual([
      { profId: null, status: questionStatus.draft, count: 1 },
      { profId: null, status: questionStatus.inReview, count: 1 },
    ]);
    expect(await count(keeper, 'certified')).toEqual([{ profId: null, status: questionStatus.draft, count: 1 }]);
    expect(await count(teacher, 'certified')).toEqual([]);
    await expect(handlers.getCount({ bank: 'school' }, keeper)).rejects.toMatchObject({ error: 'forbidden' });
    expect(await handlers.getPoints({ bank: 'school', profId: 1, level: 4 }, teacher)).toEqual({ items: [] });
  });
});

it('an export to GIFT counts the questions that only Moodle can read', async () => {
  const { handlers, teacher, add } = await createBankSchool();
  await add(createSingleChoice('排序', { type: 9, key: { kind: 'order', right: ['B', 'A'] } }));
  await add(createSingleChoice('单选'));
  expect((await handlers.export({ format: 'gift', filter: { bank: 'school' } }, teacher)).onlyMoodle).toBe(1);
  expect((await handlers.export({ format: 'moodle', filter: { bank: 'school' } }, teacher)).onlyMoodle).toBe(0);
});
