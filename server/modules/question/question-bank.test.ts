import { describe, expect, it } from 'vitest';
import { questionStatus } from '../../../sync/contract/codes.ts';
import { questionCalls } from '../../../sync/contract/question.ts';
import { type QuestionBody, questionBody } from '../../../sync/contract/question-body.ts';
import { as, twoSchools } from '../../../tests/fixtures/server/school-data.ts';
import { answerCategoryMove } from '../../http/category-answer.ts';
import { Refusal } from '../../http/handler.ts';
import { questionCategoryStore } from './question-category-store.ts';
import { questionDrawReads } from './question-draw-reads.ts';
import { questionHandlers } from './question-handlers.ts';

const value = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(answer.message.en);
  return answer;
};
const page = { page: 1, pageSize: 20 };
const single = (stem: string, extra: Partial<QuestionBody> = {}): QuestionBody =>
  questionBody.parse({
    type: 1,
    stem,
    options: [
      { id: 'A', html: '甲' },
      { id: 'B', html: '乙' },
    ],
    key: { kind: 'choice', right: ['A'] },
    analysis: '',
    difficulty: 2,
    category: '电工',
    source: '',
    ...extra,
  });

const setUp = async () => {
  const data = await twoSchools();
  let nowMs = 1_800_000_000_000;
  const handlers = questionHandlers({ ...data, clock: { nowMs: () => (nowMs += 1000) } });
  const colleague = as(await data.addUser(data.school, 'colleague', 6, '李老师'), data.school, 6, ['teacher']);
  const head = as(await data.addUser(data.school, 'head', 2, '校管理员'), data.school, 2, ['school']);
  const keeper = as(await data.addUser(data.school, 'keeper', 10, '题库员'), data.school, 10, ['question']);
  const admin = as(await data.addUser(data.school, 'root', 1), data.school, 1, ['admin']);
  const add = async (body: QuestionBody, who = data.teacher, more: object = {}) =>
    value(await handlers.add({ ...body, submit: false, ...more }, who));
  return { ...data, handlers, colleague, head, keeper, admin, add };
};

describe('a question', () => {
  it('has a version for each change, a reader can go back to every one, and what was may be again', async () => {
    const { handlers, add, teacher, colleague } = await setUp();
    const made = await add(single('电压的单位是'));
    const second = value(await handlers.modify({ ...single('电压的单位是（　）', { difficulty: 3, tags: ['易错'] }), ...made }, colleague));
    expect(second).toEqual({ id: made.id, version: 2 });
    // The same again makes no version.
    expect(
      value(await handlers.modify({ ...single('电压的单位是（　）', { difficulty: 3, tags: ['易错'] }), ...second }, colleague)),
    ).toEqual(second);
    const history = value(await handlers.getHistory({ id: made.id }, teacher));
    expect(questionCalls.getHistory.output.parse(history)).toEqual(history);
    expect(history.items.map((item) => [item.version, item.event, item.byName, item.fields.toSorted()])).toEqual([
      [2, 'save', '李老师', ['difficulty', 'stem', 'tags']],
      [1, 'add', '王老师', []],
    ]);
    expect(value(await handlers.getVersion({ id: made.id, version: 1 }, teacher))).toMatchObject({
      stem: '电压的单位是',
      difficulty: 2,
      tags: [],
    });
    expect(await handlers.getVersion({ id: made.id, version: 3 }, teacher)).toMatchObject({ error: 'notFound' });
    const third = value(await handlers.restore({ ...second, from: 1 }, teacher));
    const now = value(await handlers.getById({ id: made.id }, teacher));
    expect(questionCalls.getById.output.parse(now)).toEqual(now);
    expect(now).toMatchObject({ version: third.version, stem: '电压的单位是', tags: [] });
  });

  it('tells a stale editor who changed what', async () => {
    const { handlers, add, teacher, colleague } = await setUp();
    const made = await add(single('一'));
    await handlers.modify({ ...single('二'), ...made }, colleague);
    const refused = await handlers.modify({ ...single('三'), ...made }, teacher);
    expect(refused).toMatchObject({ error: 'conflict', data: { by: ['李老师'], changed: ['stem'] } });
    expect((refused as Refusal).message['zh-CN']).toMatch(/第 1 号题已被李老师于 .* 修改（题干）/);
  });

  it.each([
    ['no right option', { key: { kind: 'choice', right: ['C'] } }, 'key.right'],
    ['two right ones of a single choice', { key: { kind: 'choice', right: ['A', 'B'] } }, 'key.right'],
    ['one right one of a multiple choice', { type: 2 }, 'key.right'],
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
      'two options alike',
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
      'blanks that differ',
      { type: 4, options: [], key: { kind: 'blanks', blanks: [{ mode: 'number', value: 1, tolerance: 0 }] } },
      'key.blanks',
    ],
    ['a rubric of nothing', { type: 5, options: [], key: { kind: 'rubric', reference: '', items: [], veto: [] } }, 'key.reference'],
    ['a point without its profession', { pointCode: 'A-B-C-001' }, 'pointCode'],
    ['a profession that is none', { profId: 99 }, 'profId'],
  ] as [string, Partial<QuestionBody>, string][])('with %s is refused where it is', async (_what, extra, path) => {
    const { handlers, teacher } = await setUp();
    const refused = await handlers.add({ ...single('题'), ...extra, submit: false }, teacher);
    expect(refused).toMatchObject({ error: 'invalid' });
    expect((refused as Refusal).fields.map((fault) => fault.path)).toContain(path);
  });

  it('can be removed as a draft that stands nowhere, and no other', async () => {
    const { handlers, add, teacher, head } = await setUp();
    const [one, two] = [await add(single('一')), await add(single('二'))];
    const used = value(await handlers.setStatus({ items: [two], event: 'approve', reason: '' }, head)).changed[0];
    expect(await handlers.remove({ items: [one, used ?? two] }, teacher)).toMatchObject({ error: 'refused' });
    expect(value(await handlers.remove({ items: [one] }, teacher))).toEqual({ removed: 1 });
    expect(value(await handlers.getList({ ...page, filter: { keyword: '一' } }, teacher)).total).toBe(0);
  });
});

describe('the review', () => {
  it('takes four eyes, and sends back with a reason', async () => {
    const { handlers, add, teacher, colleague, head } = await setUp();
    const made = await add(single('一'), teacher, { submit: true });
    expect(await handlers.setStatus({ items: [made], event: 'approve', reason: '' }, teacher)).toMatchObject({ error: 'refused' });
    expect(await handlers.setStatus({ items: [made], event: 'return', reason: '' }, colleague)).toMatchObject({ error: 'invalid' });
    const back = value(await handlers.setStatus({ items: [made], event: 'return', reason: '选项太少' }, colleague));
    expect(value(await handlers.getById({ id: made.id }, teacher))).toMatchObject({
      status: questionStatus.draft,
      returned: { reason: '选项太少', byName: '李老师' },
    });
    const again = value(await handlers.modify({ ...single('一之二'), id: made.id, version: back.changed[0]?.version ?? 0 }, teacher));
    const sent = value(await handlers.setStatus({ items: [again], event: 'submit', reason: '' }, teacher));
    const other = await add(single('二'));
    const done = value(await handlers.setStatus({ items: [...sent.changed, other], event: 'approve', reason: '' }, colleague));
    expect(done.changed.map((key) => key.id)).toEqual([made.id]);
    expect(done.left).toEqual([{ id: other.id, reason: '这一步需要学校管理员（认证题库：超级管理员）' }]);
    expect(value(await handlers.setStatus({ items: [other], event: 'approve', reason: '' }, head)).changed).toHaveLength(1);
  });
});

describe('many at once', () => {
  it('are filed anew, and every field says how many it changed', async () => {
    const { handlers, add, teacher } = await setUp();
    const items = [await add(single('一', { tags: ['旧'] })), await add(single('二', { difficulty: 3 }))];
    const done = value(await handlers.modifyMany({ items, set: { difficulty: 3, addTags: ['新'], removeTags: ['旧'] } }, teacher));
    expect(done.changed).toBe(2);
    expect(done.fields.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { field: 'difficulty', count: 1 },
      { field: 'tags', count: 2 },
    ]);
    expect(value(await handlers.getTags({}, teacher)).items).toEqual([{ tag: '新', count: 2 }]);
    expect(value(await handlers.getList({ ...page, filter: { tags: ['新'], difficulty: 3 } }, teacher)).total).toBe(2);
    // All or none: one of them has changed meanwhile.
    expect(await handlers.modifyMany({ items, set: { category: '丙' } }, teacher)).toMatchObject({ error: 'conflict' });
    expect(value(await handlers.getList({ ...page, filter: { category: '丙' } }, teacher)).total).toBe(0);
  });
});

describe('categories', () => {
  it('move with everything below, ask before they merge, and leave their questions somewhere', async () => {
    const { handlers, add, teacher, otherTeacher } = await setUp();
    await add(single('一', { category: '甲/乙' }));
    await add(single('二', { category: '甲/乙/丙' }));
    await add(single('三', { category: '丁' }));
    const paths = async () => value(await handlers.getCategories({}, teacher)).items.map((item) => item.category);
    expect(value(await handlers.addCategory({ category: '戊/空' }, teacher))).toEqual({ category: '戊/空' });
    expect(await handlers.addCategory({ category: '甲' }, teacher)).toMatchObject({ error: 'refused' });
    expect(await handlers.moveCategory({ from: '甲', to: '甲/乙/己', merge: false }, teacher)).toMatchObject({ error: 'refused' });
    expect(await handlers.moveCategory({ from: '甲/乙', to: '丁', merge: false }, teacher)).toMatchObject({
      error: 'refused',
      data: { taken: true },
    });
    expect(await handlers.moveCategory({ from: '甲', to: '己', merge: false }, otherTeacher)).toMatchObject({ error: 'notFound' });
    expect(value(await handlers.moveCategory({ from: '甲/乙', to: '丁', merge: true }, teacher))).toEqual({ moved: 2 });
    expect(await paths()).toEqual(['丁', '丁/丙', '戊/空']);
    expect(value(await handlers.getHistory({ id: 1 }, teacher)).items[0]).toMatchObject({
      version: 2,
      event: 'file',
      fields: ['category'],
    });
    expect(value(await handlers.getList({ ...page, filter: { category: '丁' } }, teacher)).total).toBe(3);
    expect(value(await handlers.removeCategory({ category: '丁', moveTo: '' }, teacher))).toEqual({ moved: 3 });
    expect(await paths()).toEqual(['', '戊/空']);
  });
});

describe('a category of very many questions', () => {
  it('moves and goes in parts, or stays as it is', async () => {
    const { handlers, add, teacher, db, school } = await setUp();
    await add(single('一', { category: '甲' }));
    await add(single('二', { category: '甲/乙' }));
    await add(single('三', { category: '甲/乙' }));
    value(await handlers.addCategory({ category: '甲/空' }, teacher));
    const shelf = questionCategoryStore(db, school, { userId: 1, nowMs: 1 }, 2);
    const paths = async () => value(await handlers.getCategories({}, teacher)).items.map((item) => item.category);
    const before = await paths();
    const refused = { kind: 'tooMany' as const, there: 3, most: 2 };
    expect(await shelf.move('甲', '丙', false)).toEqual(refused);
    expect(await shelf.remove('甲', '丙')).toEqual(refused);
    expect(await paths()).toEqual(before);
    expect(value(await handlers.getHistory({ id: 1 }, teacher)).items).toHaveLength(1);
    const answer = answerCategoryMove(refused, '丙');
    expect(answer).toMatchObject({ error: 'refused' });
    expect((answer as Refusal).message['zh-CN']).toMatch(/最多移动 2 道题，这里有 3 道/);
    expect(await shelf.move('甲/乙', '丙', false)).toEqual({ kind: 'done', moved: 2 });
    expect(await shelf.move('甲', '丙', true)).toEqual({ kind: 'done', moved: 1 });
    expect(await paths()).toEqual(['丙', '丙/空']);
  });
});

describe('a category whose name goes on with a nought', () => {
  it('is none below the one without, whatever that is asked for or becomes of it', async () => {
    const { handlers, add, teacher, head, db, school } = await setUp();
    const of = await add(single('一', { category: '模块1' }));
    const items = [of, await add(single('二', { category: '模块10' })), await add(single('三', { category: '模块1/一' }))];
    value(await handlers.setStatus({ items, event: 'approve', reason: '' }, head));
    for (const id of [1, 2, 3]) await add(single(`又${id}`, { category: id === 2 ? '模块10' : '模块1' }));
    value(await handlers.addCategory({ category: '空/1' }, teacher));
    value(await handlers.addCategory({ category: '空/10' }, teacher));
    const counts = async () =>
      value(await handlers.getCategories({}, teacher)).items.map(({ category, counts: [sum] }) => `${category} ${sum?.count ?? 0}`);
    expect(value(await handlers.getList({ ...page, filter: { category: '模块1' } }, teacher)).total).toBe(4);
    const draw = questionDrawReads(db);
    const [first] = (await draw.byIds(school, [of.id])).values();
    if (first === undefined) throw new Error('not there');
    expect((await draw.like(school, 'school', first, [], 1)).map((each) => each.id)).toEqual([3]);
    expect(value(await handlers.moveCategory({ from: '模块1', to: '甲', merge: false }, teacher))).toEqual({ moved: 4 });
    expect(value(await handlers.removeCategory({ category: '空/1', moveTo: '' }, teacher))).toEqual({ moved: 0 });
    expect(await counts()).toEqual(['模块10 2', '甲 3', '甲/一 1', '空/10 0']);
    expect(value(await handlers.getHistory({ id: 2 }, teacher)).items.map((one) => one.event)).not.toContain('file');
    value(await handlers.moveCategory({ from: '甲', to: '模块1', merge: false }, teacher));
    expect(value(await handlers.removeCategory({ category: '模块1', moveTo: '丁' }, teacher))).toEqual({ moved: 4 });
    expect(await counts()).toEqual(['丁 4', '模块10 2', '空/10 0']);
  });
});

describe('the certified bank', () => {
  it('is kept by its keepers, and read by schools where it is in use and their profession', async () => {
    const { handlers, db, school, teacher, keeper, admin, add, otherTeacher } = await setUp();
    const { id: profId } = await db
      .insertInto('profession')
      .values({ code: '6-31-01-03', name: '电工', levels: '[4]', standard: '', remark: '', updated_by: 1, updated_ms: 0, created_ms: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('school_profession').values({ school_id: school, profession_id: profId, areas: '[]', since_ms: 0 }).execute();
    const shown = await add(single('公开题', { profId }), keeper);
    const hidden = await add(single('草稿题', { profId }), keeper);
    await add(single('别的职业'), keeper);
    const inUse = value(await handlers.setStatus({ items: [shown], event: 'approve', reason: '' }, admin)).changed[0] ?? shown;
    const filter = { bank: 'certified' as const };
    expect(value(await handlers.getList(page, keeper)).total).toBe(3);
    expect(value(await handlers.getList({ ...page, filter }, teacher)).items.map((item) => item.stem)).toEqual(['公开题']);
    expect(value(await handlers.getList({ ...page, filter }, otherTeacher)).total).toBe(0);
    expect(value(await handlers.getById({ id: shown.id }, teacher))).toMatchObject({ editable: false, events: [], profName: '电工' });
    expect(await handlers.getById({ id: shown.id }, otherTeacher)).toMatchObject({ error: 'notFound' });
    expect(await handlers.getById({ id: hidden.id }, teacher)).toMatchObject({ error: 'notFound' });
    expect(await handlers.modify({ ...single('改'), ...inUse }, teacher)).toMatchObject({ error: 'forbidden' });
    expect(await handlers.add({ ...single('新'), bank: 'certified', submit: false }, teacher)).toMatchObject({ error: 'forbidden' });
    expect(await handlers.getList({ ...page, filter: { bank: 'school' } }, keeper)).toMatchObject({ error: 'forbidden' });
    expect(value(await handlers.getList(page, teacher)).total).toBe(0);
  });
});

describe('near-duplicates', () => {
  it('are found in the same bank, the nearest first, whatever the order of the options', async () => {
    const { handlers, add, teacher, otherTeacher } = await setUp();
    const stem = '三相异步电动机采用星形—三角形降压起动时，起动电流为直接起动时的多少倍，起动转矩如何变化？';
    const twin = await add(single(stem.replace('多少倍', '几倍')));
    await add(single(stem));
    await add(single('变压器的短路试验主要用来测定铜损耗与阻抗电压，空载试验测定铁损耗与空载电流。'));
    const options = [{ html: '乙' }, { html: '甲' }];
    const { items } = value(await handlers.findDuplicates({ stem, options }, teacher));
    expect(items.map((item) => item.id)).toEqual([2, 1]);
    expect(items[1]?.likeness).toBeGreaterThan(0.7);
    expect(value(await handlers.findDuplicates({ id: twin.id, stem, options }, teacher)).items.map((item) => item.id)).toEqual([2]);
    expect(value(await handlers.findDuplicates({ stem, options }, otherTeacher)).items).toEqual([]);
  });
});

describe('how many questions there are', () => {
  it('by profession and status, and by point; of the certified bank a school counts what it may see', async () => {
    const { handlers, add, teacher, keeper } = await setUp();
    await add(single('一'));
    await add(single('二'), teacher, { submit: true });
    await add(single('三'), keeper);
    const count = async (who: typeof teacher, bank: 'school' | 'certified') => value(await handlers.getCount({ bank }, who)).items;
    expect(await count(teacher, 'school')).toEqual([
      { profId: null, status: questionStatus.draft, count: 1 },
      { profId: null, status: questionStatus.inReview, count: 1 },
    ]);
    expect(await count(keeper, 'certified')).toEqual([{ profId: null, status: questionStatus.draft, count: 1 }]);
    expect(await count(teacher, 'certified')).toEqual([]);
    expect(await handlers.getCount({ bank: 'school' }, keeper)).toMatchObject({ error: 'forbidden' });
    expect(value(await handlers.getPoints({ bank: 'school', profId: 1, level: 4 }, teacher))).toEqual({ items: [] });
  });
});
