import fc from 'fast-check';
import { expect, it } from 'vitest';
import { questionCalls } from '../../../../sync/contract/bank/question.ts';
import { defaultClassification, type QuestionBody } from '../../../../sync/contract/bank/question-body.ts';
import { openTwoSchools } from '../../../../tests/fixtures/server/school-data.ts';
import { createQuestionListStore } from './question-list-store.ts';
import { addQuestions } from './question-adding.ts';
import { createQuestionStore } from './question-store.ts';

const stems = ['三相异步电动机的转速', '电流表与电压表', 'PLC 的输入、输出', '100%_正确', '变压器，电力系统', 'ΔΣ型转换 ΟΔΟΣ'];
const body = (stem: string): QuestionBody => ({
  ...defaultClassification,
  type: 5,
  stem,
  options: [],
  key: { kind: 'rubric', reference: '答', items: [], veto: [] },
  analysis: '',
  difficulty: 2,
  category: '',
  source: '',
});
const order = { column: 'id', descending: true, offset: 0, limit: 20 };

it.each([
  ['电', [5, 2, 1]],
  ['流', [2]],
  ['电压', [2]],
  ['三相', [1]],
  ['异步电', [1]],
  ['电压表', [2]],
  ['plc', [3]],
  ['ＰＬＣ', [3]],
  ['p', [3]],
  ['输出', [3]],
  ['%_正', [4]],
  ['器电', [5]],
  ['压电', []],
  ['，', [5]],
  ['龘', []],
  ['Σ型', [6]],
  ['ΔΣ', [6]],
  ['οδος', [6]],
  ['\u{e000}', []],
  ['\u{200b}电压\u{200b}', [2]],
])('a search for the keyword %s finds the questions that contain it', async (keyword, expected) => {
  const { db, school, otherSchool } = await openTwoSchools();
  const editor = { userId: 1, nowMs: 1, skipDuplicates: false, status: 2 as const };
  const questions = stems.map((stem, at) => ({ body: body(stem), hash: String(at) }));
  await addQuestions(db, questions, { ...editor, schoolId: school });
  await addQuestions(db, questions, { ...editor, schoolId: otherSchool });
  const lists = createQuestionListStore(db);
  for (const filter of [{ keyword }, { keyword, category: '' }, { keyword, type: 5 as const, status: 2 as const }]) {
    const { items, total } = await lists.list({ schoolId: school }, filter, order);
    expect([items.map((item) => item.id), total]).toEqual([expected, expected.length]);
    expect((await lists.list({ schoolId: school }, filter, { ...order, column: 'updated_ms' })).total).toBe(expected.length);
  }
  expect((await lists.list({ schoolId: school }, { keyword, status: 0 }, order)).total).toBe(0);
});

it('a search follows changes of the stem and of the status', async () => {
  const { db, school } = await openTwoSchools();
  const store = createQuestionStore(db);
  const lists = createQuestionListStore(db);
  await db.transaction().execute(async (tx) => {
    const key = await store.add(tx, body('电阻'), { schoolId: school, userId: 1, nowMs: 1, status: 0, tableId: null });
    await store.change(tx, key, { body: body('电容'), status: 1, event: 'submit' }, { userId: 1, nowMs: 2 });
  });
  const count = async (filter: object) => (await lists.list({ schoolId: school }, filter, order)).total;
  expect([
    await count({ keyword: '阻' }),
    await count({ keyword: '容' }),
    await count({ keyword: '容', status: 0 }),
    await count({ keyword: '容', status: 1 }),
  ]).toEqual([0, 1, 0, 1]);
});

it('a search for a long keyword finds only texts with the characters in that order', async () => {
  const { db, school } = await openTwoSchools();
  // Every character occurs once, so a text that contains all short character sequences of a keyword contains the keyword itself.
  const letters = Array.from('abcdefghijklmnop三相异步电动机转速');
  const shuffled = (size: number) => {
    const chunks = Array.from({ length: Math.ceil(letters.length / size) }, (_, at) => letters.slice(at * size, (at + 1) * size).join(''));
    return fc.shuffledSubarray(chunks, { minLength: chunks.length }).map((some) => some.join(''));
  };
  const stem = fc.oneof(...[1, 2, 3, 4, 5].map(shuffled));
  const texts = [letters.join(''), ...fc.sample(stem, 40)];
  await addQuestions(
    db,
    texts.map((text, at) => ({ body: body(text), hash: String(at) })),
    { schoolId: school, userId: 1, nowMs: 1, skipDuplicates: false, status: 2 },
  );
  const part = fc
    .oneof(fc.constantFrom(...texts), stem)
    .chain((text) =>
      fc.tuple(fc.nat(letters.length - 1), fc.integer({ min: 1, max: 16 })).map(([from, length]) => text.slice(from, from + length)),
    );
  const ids = { ...order, descending: false, limit: 100 };
  await fc.assert(
    fc.asyncProperty(part, async (keyword) => {
      const { items } = await createQuestionListStore(db).list({ schoolId: school }, { keyword }, ids);
      expect(items.map((item) => item.id)).toEqual(texts.flatMap((text, at) => (text.includes(keyword) ? [at + 1] : [])));
    }),
    { numRuns: 300 },
  );
});

it('a search finds the keyword as it is, however often its characters are repeated', async () => {
  const { db, school } = await openTwoSchools();
  const letters = fc.constantFrom('电', '压', '的', 'a');
  const textOf = (minLength: number, maxLength: number) => fc.array(letters, { minLength, maxLength }).map((list) => list.join(''));
  const texts = fc.sample(textOf(1, 40), { numRuns: 120, seed: 7 });
  await addQuestions(
    db,
    texts.map((text, at) => ({ body: body(text), hash: String(at) })),
    { schoolId: school, userId: 1, nowMs: 1, skipDuplicates: false, status: 2 },
  );
  const part = fc.tuple(fc.constantFrom(...texts), fc.nat(30), fc.integer({ min: 1, max: 16 }));
  const keyword = fc.oneof(
    textOf(1, 16),
    part.map(([text, from, length]) => text.slice(from % text.length, (from % text.length) + length)),
  );
  const all = { ...order, descending: false, limit: 200 };
  await fc.assert(
    fc.asyncProperty(keyword, fc.constantFrom('id', 'updated_ms'), async (searchText, column) => {
      const holding = texts.flatMap((text, at) => (text.includes(searchText) ? [at + 1] : []));
      const { items, total } = await createQuestionListStore(db).list({ schoolId: school }, { keyword: searchText }, { ...all, column });
      expect([items.map((item) => item.id), total]).toEqual([holding, holding.length]);
      // Even with too many candidates to check each text, a page shows only matching rows, and a page that is not full gives the exact total.
      const many = await createQuestionListStore(db, { maxDirectMatches: 0, maxMatches: 5_000 }, 0).list(
        { schoolId: school },
        { keyword: searchText },
        { ...all, column },
      );
      expect([many.items.map((item) => item.id), many.total]).toEqual([holding, holding.length]);
    }),
    { numRuns: 200 },
  );
});

it('a search fills its pages when the index gives only candidates, and ends with the exact total', async () => {
  const { db, school } = await openTwoSchools();
  // The index finds all texts by short character sequences. The whole word occurs only in every third of the last 600 texts.
  const texts = Array.from({ length: 1600 }, (_, at) => (at >= 1000 && at % 3 === 0 ? `第 ${at} 电压的电` : `第 ${at} 压的电电压的`));
  await addQuestions(
    db,
    texts.map((text, at) => ({ body: body(text), hash: String(at) })),
    { schoolId: school, userId: 1, nowMs: 1, skipDuplicates: false, status: 2 },
  );
  const holding = texts.flatMap((text, at) => (text.includes('电压的电') ? [at + 1] : []));
  for (const few of [0, 5_000])
    for (const column of ['id', 'updated_ms', 'type']) {
      const page = async (offset: number, limit: number) => {
        const { items, total } = await createQuestionListStore(db, { maxDirectMatches: few, maxMatches: 5_000 }, 0).list(
          { schoolId: school },
          { keyword: '电压的电' },
          { column, descending: false, offset, limit },
        );
        return { ids: items.map(({ id }) => id), total };
      };
      expect(await page(0, 20)).toEqual({ ids: holding.slice(0, 20), total: 1600 });
      expect((await page(120, 20)).ids).toEqual(holding.slice(120, 140));
      expect(await page(180, 50)).toEqual({ ids: holding.slice(180), total: holding.length });
      expect(await page(400, 20)).toEqual({ ids: [], total: holding.length });
      // An export reads the list like this: one row more than its limit, which would prove that there are too many.
      expect(await page(0, holding.length + 1)).toEqual({ ids: holding, total: holding.length });
    }
});

it('a keyword of invisible characters is treated as empty', () => {
  const { filter } = questionCalls.getList.input.parse({ filter: { keyword: ' \u{200b}\u{feff}\u{3000}' } });
  expect(filter?.keyword).toBe('');
  expect(questionCalls.getList.input.parse({ filter: { keyword: '\u{e000}' } }).filter?.keyword).toBe('\u{e000}');
});
