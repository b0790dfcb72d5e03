import { beforeEach, expect, it } from 'vitest';
import { tidyPath } from '../../../sync/contract/category.ts';
import { single } from '../../fixtures/server/bank-data.ts';
import { draft, section } from '../../fixtures/server/paper-data.ts';
import { type Call, done, fieldsOf, type Ref, startServer, type TestServer } from '../server-fixture.ts';

// Names as an older release stored them, before spellings were normalised.
const former = ['甲 / 乙', '甲/ /乙', '\u200B', '甲/e\u0301'];
let server: TestServer;
let teacher: Call;
let admin: Call;
beforeEach(async () => {
  server = await startServer();
  [teacher, admin] = [await server.callAs(6), await server.callAs(1)];
});
const call = (path: string, body: object) => teacher(path, body);

it.each(former)('a question under %j is read as it is, and stays there when something else is changed', async (category) => {
  const made = await done(call('/question/add', single('一')));
  server.raw.prepare('UPDATE question SET category = ?').run(category);
  expect(await done<object>(call('/question/getList', {}))).toMatchObject({ items: [{ category }] });
  const read = await done<Record<string, unknown>>(call('/question/getById', { id: made.id }));
  expect(read['category']).toBe(category);
  const saved = await done(call('/question/modify', { ...single('二'), ...made, category }));
  expect(await done<object>(call('/question/getVersion', made))).toMatchObject({ category, stem: '一' });
  // The form normalises the name that it shows.
  const again = await done(call('/question/modify', { ...single('三'), ...saved, category: tidyPath(category) }));
  expect(await done<object>(call('/question/getById', { id: made.id }))).toMatchObject({ category, stem: '三' });
  await done(call('/question/modify', { ...single('三'), ...again, category: ' 丙 /丁\u200B' }));
  expect(await done<object>(call('/question/getById', { id: made.id }))).toMatchObject({ category: '丙/丁' });
});

it('a category that is changed to one that nobody can see is named, of a question and of a paper', async () => {
  const made = await done(call('/question/add', single('一')));
  const bad = { category: '甲/\u200B/乙' };
  expect(fieldsOf(await call('/question/modify', { ...single('一'), ...made, ...bad }))).toMatchObject([{ path: 'category' }]);
  const paper = await done(call('/paper/add', draft(section(5))));
  expect(fieldsOf(await call('/paper/modify', { ...draft(section(5)), ...paper, ...bad }))).toMatchObject([{ path: 'category' }]);
});

it.each(former)('a paper under %j, with a section of that name, is read as it is and stays there', async (category) => {
  const made = await done(call('/paper/add', draft(section(5))));
  server.raw.prepare('UPDATE paper SET category = ?').run(category);
  server.raw.prepare('UPDATE paper_section SET title = ?').run(category);
  expect(await done<object>(call('/paper/getById', { id: made.id }))).toMatchObject({ category, sections: [{ title: category }] });
  await done<Ref>(call('/paper/modify', { ...draft(section(5)), ...made, category }));
  expect(await done<object>(call('/paper/getById', { id: made.id }))).toMatchObject({ category });
});

it('a school and a line of a detail table are read as they are stored', async () => {
  server.raw.prepare("UPDATE school SET title = '\u200B' WHERE id = ?").run(server.schoolIds[1]);
  expect(await done<object>(admin('/school/getById', { id: server.schoolIds[1] }))).toMatchObject({ title: '\u200B' });
  const trade = await done(admin('/prof/add', { code: '8-01-01-01', name: '电工', levels: [4], trades: [], standard: '', remark: '' }));
  const table = await done(admin('/detail/add', { professionId: trade.id, tradeId: null, level: 4 }));
  const line = { depth: 1, code: 'A', name: '范围', weight: null, ratio: null };
  await done(admin('/detail/modify', { ...table, lines: [line] }));
  server.raw.prepare("UPDATE detail_line SET name = '范\u200B围'").run();
  expect(await done<object>(admin('/detail/getById', { id: table.id }))).toMatchObject({ lines: [{ name: '范\u200B围' }] });
});
