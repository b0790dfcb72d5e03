import { beforeEach, expect, it } from 'vitest';
import { removeEmptyPathSteps } from '../../../sync/contract/bank/category.ts';
import { createSingleChoice } from '../../fixtures/server/bank-data.ts';
import { createPaperDraft, createSection } from '../../fixtures/server/paper-data.ts';
import { type PostCall, requireDone, listFaultyFields, type RowReference, startTestServer, type TestServer } from '../server-fixture.ts';

// Category names as an older release stored them, before the server normalised names.
const former = ['甲 / 乙', '甲/ /乙', '\u200B', '甲/e\u0301'];
let server: TestServer;
let teacher: PostCall;
let admin: PostCall;
beforeEach(async () => {
  server = await startTestServer();
  [teacher, admin] = [await server.callAs(6), await server.callAs(1)];
});
const call = (path: string, body: object) => teacher(path, body);

it.each(former)('a question in the stored category %j is read unchanged and stays there when other fields change', async (category) => {
  const made = await requireDone(call('/question/add', createSingleChoice('一')));
  server.raw.prepare('UPDATE question SET category = ?').run(category);
  expect(await requireDone<object>(call('/question/getList', {}))).toMatchObject({ items: [{ category }] });
  const read = await requireDone<Record<string, unknown>>(call('/question/getById', { id: made.id }));
  expect(read['category']).toBe(category);
  const saved = await requireDone(call('/question/modify', { ...createSingleChoice('二'), ...made, category }));
  expect(await requireDone<object>(call('/question/getVersion', made))).toMatchObject({ category, stem: '一' });
  // The form normalises the category that it shows and sends it back.
  const again = await requireDone(
    call('/question/modify', { ...createSingleChoice('三'), ...saved, category: removeEmptyPathSteps(category) }),
  );
  expect(await requireDone<object>(call('/question/getById', { id: made.id }))).toMatchObject({ category, stem: '三' });
  await requireDone(call('/question/modify', { ...createSingleChoice('三'), ...again, category: ' 丙 /丁\u200B' }));
  expect(await requireDone<object>(call('/question/getById', { id: made.id }))).toMatchObject({ category: '丙/丁' });
});

it('changing the category to a name with an invisible step is refused, for questions and papers', async () => {
  const made = await requireDone(call('/question/add', createSingleChoice('一')));
  const bad = { category: '甲/\u200B/乙' };
  expect(listFaultyFields(await call('/question/modify', { ...createSingleChoice('一'), ...made, ...bad }))).toMatchObject([
    { path: 'category' },
  ]);
  const paper = await requireDone(call('/paper/add', createPaperDraft(createSection(5))));
  expect(listFaultyFields(await call('/paper/modify', { ...createPaperDraft(createSection(5)), ...paper, ...bad }))).toMatchObject([
    { path: 'category' },
  ]);
});

it.each(former)('a paper in the stored category %j with a section of that name is read unchanged and stays there', async (category) => {
  const made = await requireDone(call('/paper/add', createPaperDraft(createSection(5))));
  server.raw.prepare('UPDATE paper SET category = ?').run(category);
  server.raw.prepare('UPDATE paper_section SET title = ?').run(category);
  expect(await requireDone<object>(call('/paper/getById', { id: made.id }))).toMatchObject({ category, sections: [{ title: category }] });
  await requireDone<RowReference>(call('/paper/modify', { ...createPaperDraft(createSection(5)), ...made, category }));
  expect(await requireDone<object>(call('/paper/getById', { id: made.id }))).toMatchObject({ category });
});

it('a school and a line of a detail table are returned as stored', async () => {
  server.raw.prepare("UPDATE school SET title = '\u200B' WHERE id = ?").run(server.schoolIds[1]);
  expect(await requireDone<object>(admin('/school/getById', { id: server.schoolIds[1] }))).toMatchObject({ title: '\u200B' });
  const trade = await requireDone(
    admin('/prof/add', { code: '8-01-01-01', name: '电工', levels: [4], trades: [], standard: '', remark: '' }),
  );
  const table = await requireDone(admin('/detail/add', { professionId: trade.id, tradeId: null, level: 4 }));
  const line = { depth: 1, code: 'A', name: '范围', weight: null, ratio: null };
  await requireDone(admin('/detail/modify', { ...table, lines: [line] }));
  server.raw.prepare("UPDATE detail_line SET name = '范\u200B围'").run();
  expect(await requireDone<object>(admin('/detail/getById', { id: table.id }))).toMatchObject({ lines: [{ name: '范\u200B围' }] });
});
