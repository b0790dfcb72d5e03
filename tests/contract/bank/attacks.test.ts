import { strToU8, zipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { jobState } from '../../../sync/contract/codes.ts';
import { requireDone, startTestServer, type TestServer } from '../server-fixture.ts';
import { validPaperDraft, validQuestionDraft, createQuestionFile } from '../fixtures/resource-drafts.ts';

/** Attacks on the server that any user with an account can try. Each one succeeded in the past, or nearly did. */

const workbookFile = (rows: string): Uint8Array =>
  zipSync(
    {
      'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="题目" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    },
    { level: 0 },
  );

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

it('a formula that expands to gigabytes is kept as source text by preview and publishing', async () => {
  const teacher = await server.callAs(6);
  const bomb = `$\\def\\a{${'x'.repeat(3000)}}${'\\a'.repeat(400)}$`;
  const question = await requireDone(teacher('/question/add', { ...validQuestionDraft, stem: `先看 ${bomb}` }));
  server.raw.prepare('UPDATE question SET status = 2 WHERE id = ?').run(question.id);
  const sections = [{ ...validPaperDraft.sections[0], count: 1 }];
  const paper = await requireDone(teacher('/paper/add', { ...validPaperDraft, sections }));
  await requireDone(teacher('/paper/choose', { ...paper, variants: [{ sections: [[{ id: question.id, locked: false }]] }] }));
  const { content, warnings } = await requireDone<{ content: object; warnings: string[] }>(
    teacher('/paper/preview', { id: paper.id, variant: 'A' }),
  );
  expect(JSON.stringify(content).length).toBeLessThan(20_000);
  expect(warnings).not.toEqual([]);
});

it('the number of files waiting for import is limited per account', async () => {
  const teacher = await server.callAs(6);
  // No worker runs, so the jobs stay queued.
  const answers = [];
  for (let at = 0; at < 7; at++) answers.push((await teacher('/question/import', createQuestionFile([`第 ${at} 题`]))).code);
  expect(answers).toEqual([0, 0, 0, 0, 0, 1007, 1007]);
  // A broken or cancelled job no longer counts as waiting.
  await server.deps.db.updateTable('job').set({ state: jobState.broken }).where('kind', '=', 'questionImport').execute();
  expect((await teacher('/question/import', createQuestionFile(['再来一次']))).code).toBe(0);
  expect((await (await server.callAs(2))('/question/import', createQuestionFile(['别人的题']))).code).toBe(0);
});

it('question files made to fill memory are refused with the reason, and a good file is read afterwards', { timeout: 90_000 }, async () => {
  // Use two accounts, because the number of files that may wait for import is limited per account.
  const [teacher, head] = [await server.callAs(6), await server.callAs(2)];
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `<row r="${at + 1}" s="1"/>`).join('');
  const bomb = (part: string) => zipSync({ [part]: new Uint8Array(8 * 1024 * 1024) }, { level: 1 });
  const hostile: readonly (readonly [file: Uint8Array, reason: RegExp])[] = [
    [bomb('word/document.xml'), /zip bomb|压缩/],
    [bomb('xl/worksheets/sheet1.xml'), /zip bomb|压缩/],
    [bomb('items/a.xml'), /zip bomb|压缩/],
    [workbookFile(rows(30_000)), /第 30000 行.*整行删除/],
    [strToU8(`<quiz>${'<a>'.repeat(50_000)}`), /嵌套过深/],
    [strToU8('{"question":"题","options":["甲","乙"],"label":"A"}\n'.repeat(20_001)), /超过 20000 行/],
  ];
  const preview = (content: Uint8Array, by = teacher) =>
    by('/question/importPreview', { fileName: 'a', content: Buffer.from(content).toString('base64'), category: '' });
  const answers = await Promise.all(hostile.map(([file], at) => preview(file, at % 2 === 0 ? teacher : head)));
  for (const [at, { code, msg }] of answers.entries()) {
    expect(code, msg).toBe(1002);
    expect(msg).toMatch(hostile[at]?.[1] ?? /^$/);
  }
  expect((await preview(strToU8('题 {T}'))).code).toBe(0);
});

it.each(['__proto__', 'constructor', 'toString', '-', 'id; DROP TABLE user'])('every list refuses %s as a sort field', async (sort) => {
  const [school, admin] = [await server.callAs(2), await server.callAs(1)];
  for (const path of [
    '/user/getList',
    '/user/getExamUserList',
    '/class/getList',
    '/question/getList',
    '/paper/getList',
    '/exam/getList',
    '/prof/getList',
    '/audit/getList',
  ])
    expect((await school(path, { sort })).code, path).toBe(1001);
  for (const path of ['/school/getList', '/detail/getList']) expect((await admin(path, { sort })).code, path).toBe(1001);
});

it.each(['%', '_', '\\', "'", '"', '*', 'NEAR(', 'a OR b', '^', '\u0000', '-', 'stem:x'])(
  'every list accepts %j as a search word',
  async (keyword) => {
    const [school, admin] = [await server.callAs(2), await server.callAs(1)];
    for (const path of [
      '/user/getList',
      '/user/getExamUserList',
      '/class/getList',
      '/question/getList',
      '/paper/getList',
      '/exam/getList',
      '/prof/getList',
    ])
      expect((await school(path, { filter: { keyword } })).code, path).toBe(0);
    for (const path of ['/school/getList', '/detail/getList']) expect((await admin(path, { filter: { keyword } })).code, path).toBe(0);
  },
);

it('every call refuses input that is nested too deeply', async () => {
  const admin = await server.openSession(1);
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const path of ['/user/login', '/school/add', '/user/getList'])
    expect((await server.post(path, `{"config":${nested}}`, { 'x-token': admin })).code, path).toBe(1001);
});

it('importCheck checks long answers without slow backtracking', async () => {
  const teacher = await server.callAs(6);
  // The answers have many digits. A regular expression that backtracks through every way to split them would need half a minute for one answer.
  const answer = Array.from({ length: 6 }, () => `#${'1'.repeat(3200)}x`).join('\n');
  const draft = { type: 'fillIn', stem: '____'.repeat(6), options: [], answer };
  for (let at = 0; at < 20; at++) expect((await teacher('/question/importCheck', { row: 1, draft, category: '' })).code).toBe(0);
});
it('certified questions are refused in papers of a school that does not offer their profession', async () => {
  const { raw } = server;
  const keeper = await server.callAs(10);
  const admin = await server.callAs(1);
  const profession = await requireDone(
    admin('/prof/add', { code: '6-31-01-03', name: '电工', trades: [], levels: [4], standard: '', remark: '' }),
  );
  const certified = await requireDone(
    keeper('/question/add', { ...validQuestionDraft, bank: 'certified', stem: '机密的认定题', profId: profession.id, level: 4 }),
  );
  raw.prepare('UPDATE question SET status = 2 WHERE id = ?').run(certified.id);
  const teacher = await server.callAs(6);
  const sections = [{ ...validPaperDraft.sections[0], count: 1 }];
  const rules = { ...validPaperDraft.rules, bank: 'both' };
  const paper = await requireDone(teacher('/paper/add', { ...validPaperDraft, sections, rules }));
  const chosen = { ...paper, variants: [{ sections: [[{ id: certified.id, locked: false }]] }] };
  for (const [path, input] of [
    ['/question/getById', { id: certified.id }],
    ['/question/getHistory', { id: certified.id }],
    ['/question/export', { format: 'gift', ids: [certified.id], filter: { bank: 'certified' } }],
    ['/paper/getNearest', { questionId: certified.id, avoidIds: [], bank: 'certified' }],
    ['/paper/choose', chosen],
    ['/paper/draw', paper],
  ] as const) {
    const answer = await teacher(path, input);
    expect(answer.code, path).not.toBe(0);
    expect(JSON.stringify(answer), path).not.toContain('机密');
  }
  await requireDone((await server.callAs(2))('/prof/setOffered', { ids: [profession.id], offered: true }));
  expect((await teacher('/question/getById', { id: certified.id })).code).toBe(0);
  expect((await teacher('/paper/choose', chosen)).code).toBe(0);
});
