import { describe, expect, it } from 'vitest';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { questionCalls } from '../../../../sync/contract/bank/question.ts';
import { openTwoSchools } from '../../../../tests/fixtures/server/school-data.ts';
import { createReferenceRegistry } from '../../../reference-registry.ts';
import { createSyncDouble } from '../../../../tests/fixtures/server/sync-double.ts';
import { createQuestionHandlers } from './question-handlers.ts';

const line = (stem: string, extra: object = {}) => JSON.stringify({ question: stem, options: ['(A)甲', '(B)乙'], label: 'A', ...extra });
const file = (text: string) => ({
  fileName: 'q.jsonl',
  content: Buffer.from(text).toString('base64'),
  category: '电工',
  profId: null,
  tradeId: null,
  level: null,
  fixes: [],
  columns: {},
  drop: [],
});
const setUp = async () => {
  const data = await openTwoSchools();
  const handlers = createQuestionHandlers({
    ...data,
    uses: createReferenceRegistry(createSyncDouble().sync),
    clock: { nowMs: () => 1_800_000_000_000 },
  });
  await data.jobs.open();
  /** Runs an import, waits for its background job and returns the job's result or error. */
  const imported = async (input: Parameters<typeof handlers.import>[0], who: typeof data.teacher): Promise<unknown> => {
    const { jobId } = await handlers.import(input, who);
    await data.jobs.idle();
    const row = data.raw.prepare<[number], { result: string; error: string }>('SELECT result, error FROM job WHERE id = ?').get(jobId);
    return JSON.parse(row?.result || row?.error || 'null') as unknown;
  };
  return { ...data, handlers, imported };
};
const page = { page: 1, pageSize: 20 };

// Each file is read in a new worker thread, which takes time to start.
const patience = { timeout: 90_000 };

describe('importPreview', patience, () => {
  it('reports the questions of a file and writes nothing', async () => {
    const { handlers, teacher } = await setUp();
    const text = [line('一'), '', '{broken', line('二', { label: ['A', 'B'] }), line('一 ')].join('\n');
    const preview = await handlers.importPreview(file(text), teacher);
    expect(questionCalls.importPreview.output.parse(preview)).toEqual(preview);
    expect(preview.rows.map((row) => row.question?.type)).toEqual([
      sectionType.single,
      undefined,
      sectionType.multiple,
      sectionType.single,
    ]);
    expect(preview.duplicates).toEqual([{ row: 5, kind: 'same', ofRow: 1, ofId: null, of: '与本文件第 1 行重复', text: '' }]);
    expect(preview.rows.map((row) => [row.row, row.faults.length])).toEqual([
      [1, 0],
      [3, 1],
      [4, 0],
      [5, 0],
    ]);
    expect((await handlers.getList(page, teacher)).total).toBe(0);
    const english = await handlers.importPreview(file(text), { ...teacher, language: 'en' });
    expect(english.duplicates.map(({ of }) => of)).toEqual(['same as row 1 of this file']);
  });

  it('reports near-duplicates in the file and in the bank of the own school', async () => {
    const { handlers, imported, teacher, otherTeacher } = await setUp();
    const near = { ...file(line('停电检修电气设备之前必须先验电并且挂接地线吗？')), mode: 'good' as const, skipDuplicates: true };
    await imported(near, teacher);
    const text = [
      line('停电检修电气设备以前，必须先验电并且挂接地线吗？'),
      line('停电检修电气设备以前，必须要先验电并且挂接地线吗？'),
      line('变压器空载运行时的铁损与什么有关？'),
    ].join('\n');
    const { duplicates } = await handlers.importPreview(file(text), teacher);
    expect(duplicates.map(({ row, kind, of, text: other }) => [row, kind, of.replace(/\d+%/, 'n%'), other])).toEqual([
      [1, 'near', '与题库第 1 号题 n% 相近', '停电检修电气设备之前必须先验电并且挂接地线吗？ 甲 乙'],
      [2, 'near', '与本文件第 1 行 n% 相近', '停电检修电气设备以前，必须先验电并且挂接地线吗？ 甲 乙'],
    ]);
    // Duplicates in another school's bank are not reported.
    expect((await handlers.importPreview(file(text), otherTeacher)).duplicates.map(({ row }) => row)).toEqual([2]);
  });

  it('validates a single corrected row as the import would', async () => {
    const { handlers, imported, teacher } = await setUp();
    await imported({ ...file(line('一')), mode: 'good', skipDuplicates: true }, teacher);
    const { rows } = await handlers.importPreview(file(line('一', { label: 'E' })), teacher);
    const draft = rows[0]?.draft;
    if (draft === undefined) throw new Error('a faulty row without its draft');
    const check = async (mended: typeof draft) =>
      handlers.importCheck({ row: 1, draft: mended, category: '电工', profId: null, tradeId: null, level: null }, teacher);
    expect((await check(draft)).row.faults.map(({ field }) => field)).toEqual(['answer']);
    const good = await check({ ...draft, answer: 'B' });
    expect(questionCalls.importCheck.output.parse(good)).toEqual(good);
    expect(good).toMatchObject({ row: { row: 1, question: { category: '电工', key: { right: ['B'] } }, faults: [] } });
    expect(good.duplicates).toEqual([{ row: 1, kind: 'same', ofRow: null, ofId: 1, of: '与题库第 1 号题重复', text: '' }]);
  });
});

describe('import', patience, () => {
  it('imports the valid rows, or all rows or none', async () => {
    const { handlers, imported, raw, teacher } = await setUp();
    const text = `${line('一')}\n{broken`;
    const refused = await imported({ ...file(text), mode: 'all', skipDuplicates: true }, teacher);
    expect(refused).toMatchObject({ 'zh-CN': '2 行中有 1 行有错误，未导入任何题目' });
    expect(raw.prepare('SELECT content FROM question_import').pluck().all()).toEqual([null]);
    expect((await handlers.getList(page, teacher)).total).toBe(0);
    expect(await imported({ ...file(text), mode: 'good', skipDuplicates: true }, teacher)).toEqual({
      imported: 1,
      skipped: 1,
      doubtful: 0,
      left: { faulty: 1, doubtful: 0, same: 0 },
      categories: [{ category: '电工', count: 1 }],
    });
    expect((await handlers.getList(page, teacher)).total).toBe(1);
  });

  it('skips doubtful rows on request, except rows that a person checked, and counts each kind', async () => {
    const { handlers, imported, teacher } = await setUp();
    const doubtful = (stem: string) => line(`${stem}，如图所示的是`);
    const input = {
      ...file([line('一'), doubtful('二'), doubtful('三'), '{broken'].join('\n')),
      mode: 'good' as const,
      skipDuplicates: true,
    };
    const { rows } = await handlers.importPreview(input, teacher);
    expect(rows.map((row) => [row.question !== undefined, row.warnings.length])).toEqual([
      [true, 0],
      [true, 1],
      [true, 1],
      [false, 0],
    ]);
    expect(await imported({ ...input, doubtful: false }, teacher)).toMatchObject({
      imported: 1,
      skipped: 3,
      doubtful: 0,
      left: { faulty: 1, doubtful: 2, same: 0 },
    });
    expect(await imported({ ...input, ...file(doubtful('四')), doubtful: false }, teacher)).toMatchObject({
      'zh-CN': '能导入的 1 题都存疑，没有写入',
    });
    const draft = rows[1]?.draft;
    if (draft === undefined) throw new Error('a row without its draft');
    expect(await imported({ ...input, doubtful: false, fixes: [{ row: 2, draft }] }, teacher)).toMatchObject({
      imported: 1,
      left: { faulty: 1, doubtful: 1, same: 1 },
    });
    expect(await imported(input, teacher)).toMatchObject({ imported: 1, doubtful: 1, left: { faulty: 1, doubtful: 0, same: 2 } });
  });

  it('skips duplicates on request, whatever their spacing and punctuation', async () => {
    const { handlers, imported, teacher, otherTeacher } = await setUp();
    const fileInput = { ...file([line('一、二'), line('一，二。'), line('三')].join('\n')), mode: 'good' as const };
    expect(await imported({ ...fileInput, skipDuplicates: true }, teacher)).toMatchObject({ imported: 2, skipped: 1 });
    expect(await imported({ ...fileInput, skipDuplicates: true }, teacher)).toMatchObject({ imported: 0, skipped: 3, categories: [] });
    expect((await handlers.importPreview(fileInput, teacher)).duplicates.map((one) => one.of)).toEqual([
      '与题库第 1 号题重复',
      '与题库第 1 号题重复',
      '与题库第 2 号题重复',
    ]);
    expect(await imported({ ...fileInput, skipDuplicates: true }, otherTeacher)).toMatchObject({ imported: 2, skipped: 1 });
    expect(await imported({ ...fileInput, skipDuplicates: false }, teacher)).toMatchObject({ imported: 3, skipped: 0 });
  });

  it('refuses a file without questions', async () => {
    const { imported, teacher } = await setUp();
    expect(await imported({ ...file('\n \n'), mode: 'good', skipDuplicates: true }, teacher)).toMatchObject({
      en: 'The file holds no questions',
    });
  });
});

describe('getList', () => {
  it('filters by keyword and fields, returns no keys, and stays within the school', async () => {
    const { handlers, imported, teacher, otherTeacher } = await setUp();
    const text = [line('电压是多少'), line('电流是多少', { label: ['A', 'B'], category: '仪表' }), line('100%_正确')].join('\n');
    await imported({ ...file(text), mode: 'good', skipDuplicates: true }, teacher);
    const list = async (input: object, who = teacher) => handlers.getList({ ...page, ...input }, who);
    const all = await list({});
    expect(questionCalls.getList.output.parse(all)).toEqual(all);
    expect(all.items.map((item) => item.stem)).toEqual(['100%_正确', '电流是多少', '电压是多少']);
    expect(all.items[0]).not.toHaveProperty('key');
    expect((await list({ sort: 'createdMs' })).items.map((item) => item.id)).toEqual([1, 2, 3]);
    expect((await list({ filter: { keyword: '电流' } })).items.map((item) => item.id)).toEqual([2]);
    expect((await list({ filter: { keyword: '流' } })).items.map((item) => item.id)).toEqual([2]);
    expect((await list({ filter: { keyword: '是多少 甲' } })).total).toBe(2);
    expect((await list({ filter: { keyword: '电正' } })).total).toBe(0);
    expect((await list({ filter: { keyword: '，' } })).total).toBe(0);
    expect((await list({ filter: { keyword: '%_正' } })).total).toBe(1);
    expect((await list({ filter: { keyword: '%%' } })).total).toBe(0);
    expect((await list({ filter: { type: sectionType.multiple } })).total).toBe(1);
    expect((await list({ filter: { category: '电工' } })).total).toBe(2);
    expect(await list({ page: 2, pageSize: 2 })).toMatchObject({ total: 3, items: [{ id: 1 }] });
    expect((await list({}, otherTeacher)).total).toBe(0);
    await expect(handlers.getList({ ...page, sort: 'stem' }, teacher)).rejects.toMatchObject({
      error: 'invalid',
      fields: [{ path: 'sort' }],
    });
    expect((await handlers.getCategories({}, teacher)).items).toEqual([
      { category: '仪表', counts: [{ type: sectionType.multiple, count: 1 }] },
      { category: '电工', counts: [{ type: sectionType.single, count: 2 }] },
    ]);
    expect((await handlers.getCategories({}, otherTeacher)).items).toEqual([]);
    expect(await handlers.getById({ id: 1 }, teacher)).toMatchObject({ id: 1, version: 1, key: { kind: 'choice', right: ['A'] } });
    await expect(handlers.getById({ id: 1 }, otherTeacher)).rejects.toMatchObject({ error: 'notFound' });
  });
});
