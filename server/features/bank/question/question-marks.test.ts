import fc from 'fast-check';
import type { Transaction } from 'kysely';
import { expect, it } from 'vitest';
import { defaultClassification, type QuestionBody } from '../../../../sync/contract/bank/question-body.ts';
import { catchRefusal } from '../../../http/handler.ts';
import { openTwoSchools } from '../../../../tests/fixtures/server/school-data.ts';
import { toBareText, splitKeyword, listSigns } from '../../../db/search/keyword-grams.ts';
import { certifiedBankId } from '../../../db/schema/question.ts';
import type { Database } from '../../../db/schema.ts';
import { createQuestionCategoryStore } from './categories/question-category-store.ts';
import { type QuestionFilter, createQuestionListStore, questionSorts, type QuestionScope } from './question-list-store.ts';
import { toQuestionBody as bodyOf, type QuestionTableRow } from './question-row.ts';
import { addQuestions } from './question-adding.ts';
import { createQuestionStore } from './question-store.ts';

const oneOf = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
// Tags and categories that the tokenizer might split, fold or confuse, and words that look like index marks.
const tags = ['重点', '重点 A', 'a', 'A', '§a', '第1套', 'type1', 'a/b'];
const paths = ['', '甲', '甲/乙', '甲/乙/丙', '甲-乙', '甲0', 'b', 'B/a'];
const points = ['', 'A', 'A-B', 'A-B-C', 'A-B-C-001', 'A-BC', 'B-A'];
const profIds = [1, 2, 3, null] as const;
const filed = {
  type: oneOf(1, 2, 5),
  difficulty: oneOf(1, 2, 3),
  uniformity: oneOf(1, 2, 3),
  category: oneOf(...paths),
  tags: fc.uniqueArray(oneOf(...tags), { maxLength: 3 }),
  profId: oneOf(...profIds),
  level: oneOf(1, 4, null),
  pointCode: oneOf(...points),
};
const body = fc
  .record({ ...filed, stem: fc.array(oneOf('电', '流表', '，', ' ', 'A', '1', 'type1', '§', '绝缘', '%'), { maxLength: 6 }) })
  .map(({ stem, ...rest }): QuestionBody => ({
    ...defaultClassification,
    ...rest,
    stem: stem.join(''),
    options: [],
    key: { kind: 'rubric', reference: '', items: [], veto: [] },
    analysis: '',
    source: '',
  }));
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 1 });
const filter: fc.Arbitrary<QuestionFilter> = fc.record({
  type: maybe(filed.type),
  status: maybe(oneOf(0, 2)),
  difficulty: maybe(filed.difficulty),
  uniformity: maybe(filed.uniformity),
  category: maybe(filed.category),
  tags: maybe(fc.uniqueArray(oneOf(...tags), { minLength: 1, maxLength: 2 })),
  profId: maybe(oneOf(1, 2, 3)),
  level: maybe(oneOf(1, 4)),
  pointCode: maybe(oneOf(...points.slice(1))),
  keyword: maybe(oneOf('电', '流表', '表电', '电 绝缘', '，', '电，', 'a1', 'ＴＹＰ', '§', '§type§1', '1§', '100%', '')),
});
const step = fc.oneof(
  fc.record({ kind: oneOf('add'), body, own: fc.boolean(), status: oneOf(0, 2) }),
  fc.record({ kind: oneOf('save'), at: fc.nat(30), body, status: oneOf(0, 2) }),
  fc.record({ kind: oneOf('file'), set: fc.record(filed, { requiredKeys: [] }) }),
  fc.record({ kind: oneOf('move'), from: filed.category, to: filed.category, own: fc.boolean() }),
  fc.record({ kind: oneOf('drop'), path: filed.category, to: filed.category, own: fc.boolean() }),
  fc.record({ kind: oneOf('remove'), at: fc.nat(30) }),
);

const isIn = (path: string, of: string, by: string): boolean => path === of || (of !== '' && path.startsWith(of + by));

/** Applies a filter of the question list to a single row, without any index. The list must find exactly the rows that pass. */
function fits(row: QuestionTableRow, { schoolId, offered }: QuestionScope, filter: QuestionFilter): boolean {
  const { keyword = '', category, pointCode } = filter;
  return (
    row.school_id === schoolId &&
    (offered === undefined || (row.status === 2 && row.prof_id !== null && offered.includes(row.prof_id))) &&
    [
      [filter.type, row.type],
      [filter.status, row.status],
      [filter.difficulty, row.difficulty],
      [filter.uniformity, row.uniformity],
      [filter.profId, row.prof_id],
      [filter.level, row.level],
    ].every(([wanted, has]) => wanted === undefined || wanted === has) &&
    (category === undefined || isIn(row.category, category, '/')) &&
    (pointCode === undefined || isIn(row.point_code, pointCode, '-')) &&
    (filter.tags ?? []).every((tag) => (JSON.parse(row.tags) as string[]).includes(tag)) &&
    splitKeyword(keyword).every((part) => toBareText(row.plain).includes(toBareText(part))) &&
    listSigns(keyword).every((sign) => listSigns(row.plain).includes(sign))
  );
}

const addProfessions = (raw: Awaited<ReturnType<typeof openTwoSchools>>['raw'], many: number): void => {
  const add = raw.prepare(
    'INSERT INTO profession (id, code, name, levels, enabled, updated_by, updated_ms, created_ms) VALUES (?, ?, ?, ?, 1, 1, 1, 1)',
  );
  for (let id = 1; id <= many; id += 1) add.run(id, `6-01-01-${String(id).padStart(2, '0')}`, `工种${id}`, '[1,4]');
};

it('the question list finds the same questions as a full scan, after any changes', async () => {
  const { db, raw, school } = await openTwoSchools();
  addProfessions(raw, 3);
  const editor = { userId: 1, nowMs: 1 };
  const store = createQuestionStore(db);
  const rowsNow = () => db.selectFrom('question').selectAll().orderBy('id').execute();
  const bankOf = (own: boolean) => (own ? school : certifiedBankId);
  const categories = (own: boolean) => createQuestionCategoryStore(db, bankOf(own), editor);
  const inTransaction = <T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> => db.transaction().execute(work);
  const change = (row: QuestionTableRow, next: Partial<QuestionBody>, status?: 0 | 2) =>
    inTransaction((tx) =>
      store.changeAll(
        tx,
        [row],
        () => ({ body: { ...bodyOf(row), ...next }, ...(status === undefined ? {} : { status }), event: 'save' as const }),
        editor,
      ),
    );
  const asks = fc.array(
    fc.record({
      filter,
      offered: oneOf(
        undefined,
        [],
        [1],
        [1, 2],
        [1, 2, 3, 9],
        Array.from({ length: 100 }, (_, at) => at + 2),
      ),
      own: fc.boolean(),
      few: oneOf(0, 5_000),
      sort: oneOf(...Object.values(questionSorts)),
      descending: fc.boolean(),
      offset: fc.nat(3),
    }),
    { minLength: 8, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), asks, async (steps, queries) => {
      for (const each of steps) {
        const rows = await rowsNow();
        const row = 'at' in each ? rows[each.at % Math.max(1, rows.length)] : undefined;
        if (each.kind === 'add')
          await inTransaction((tx) =>
            store.add(tx, each.body, { ...editor, schoolId: bankOf(each.own), status: each.status, tableId: null }),
          );
        else if (each.kind === 'save' && row) await change(row, each.body, each.status);
        else if (each.kind === 'file') await Promise.all(rows.slice(0, 5).map((one) => change(one, each.set as Partial<QuestionBody>)));
        else if (each.kind === 'remove' && row)
          await catchRefusal(
            () => inTransaction((tx) => store.remove(tx, [row])),
            () => [],
          );
        else if (each.kind === 'move') await inTransaction((tx) => categories(each.own).move(tx, each.from, each.to, true));
        else if (each.kind === 'drop') await inTransaction((tx) => categories(each.own).remove(tx, each.path, each.to));
      }
      const rows = await rowsNow();
      for (const ask of queries) {
        const scope: QuestionScope =
          ask.own || ask.offered === undefined ? { schoolId: bankOf(ask.own) } : { schoolId: certifiedBankId, offered: ask.offered };
        const order = { column: ask.sort, descending: ask.descending, offset: ask.offset, limit: 4 };
        const expected = rows.filter((row) => fits(row, scope, ask.filter)).map((row) => [row[ask.sort], row.id] as const);
        const turn = ask.descending ? -1 : 1;
        expected.sort(([a, idA], [b, idB]) => turn * (a === b ? idA - idB : a < b ? -1 : 1));
        const { items, total } = await createQuestionListStore(db, { maxDirectMatches: ask.few, maxMatches: 5_000 }).list(
          scope,
          ask.filter,
          order,
        );
        expect([total, items.map((row) => row.id)]).toEqual([
          expected.length,
          expected.slice(ask.offset, ask.offset + 4).map(([, id]) => id),
        ]);
      }
    }),
    { numRuns: 40 },
  );
});

it.each([0, 5_000])('the certified bank shows a school the questions of its professions only (few = %i)', async (few) => {
  const { db, raw } = await openTwoSchools();
  addProfessions(raw, 90);
  const stem = (id: number) => (id % 3 === 0 ? '电阻' : '电容');
  const [sample] = fc.sample(body, 1);
  if (sample === undefined) throw new Error('no sample');
  await addQuestions(
    db,
    Array.from({ length: 90 }, (_, at) => ({ body: { ...sample, stem: stem(at + 1), profId: at + 1 }, hash: String(at) })),
    { schoolId: certifiedBankId, status: 2, skipDuplicates: false, userId: 1, nowMs: 1 },
  );
  const offered = Array.from({ length: 45 }, (_, at) => 2 * at + 1);
  const expectedIds = offered.filter((id) => id % 3 === 0);
  for (const column of ['id', 'updated_ms']) {
    const order = { column, descending: false, offset: 2, limit: 5 };
    const { items, total } = await createQuestionListStore(db, { maxDirectMatches: few, maxMatches: 5_000 }).list(
      { schoolId: certifiedBankId, offered },
      { keyword: '电阻' },
      order,
    );
    expect([items.map((row) => row.prof_id), total]).toEqual([expectedIds.slice(2, 7), expectedIds.length]);
  }
});

it('the certified bank shows a school no question that is out of use or of another profession', async () => {
  const { db, raw } = await openTwoSchools();
  addProfessions(raw, 2);
  const [sample] = fc.sample(body, 1);
  if (sample === undefined) throw new Error('no sample');
  await addQuestions(
    db,
    [1, 2, 3].map((id) => ({ body: { ...sample, stem: '电阻', profId: 1 }, hash: String(id) })),
    { schoolId: certifiedBankId, status: 2, skipDuplicates: false, userId: 1, nowMs: 1 },
  );
  raw.exec('UPDATE question SET status = 3 WHERE id = 1; UPDATE question SET prof_id = 2 WHERE id = 2');
  for (const filter of [{ keyword: '电阻' }, { keyword: '电阻', profId: 1 }]) {
    const order = { column: 'id', descending: false, offset: 0, limit: 5 };
    const { items } = await createQuestionListStore(db).list({ schoolId: certifiedBankId, offered: [1] }, filter, order);
    expect(items.map((row) => row.id)).toEqual([3]);
  }
});
