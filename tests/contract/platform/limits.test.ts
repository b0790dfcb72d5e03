import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { createRateLimiter } from '../../../server/http/limits/rate-limiter.ts';
import { accountLimits } from '../../../server/limits.ts';
import { type PostCall, requireDone, seededPassword, startTestServer, type TestServer } from '../server-fixture.ts';
import { validPaperDraft, createPlanDraft, createQuestionFile } from '../fixtures/resource-drafts.ts';

let server: TestServer;
let teacher: PostCall;
beforeEach(async () => {
  server = await startTestServer();
  teacher = await server.callAs(6);
});
/** Inserts `count` rows directly, as if calls had made them. */
const fill = (count: number, insert: string, ...values: unknown[]): void => {
  server.raw.prepare(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) ${insert}`).run(...values);
};

it('docs/operations.md lists every account limit with its value', () => {
  const manual = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const said = Object.entries(accountLimits).map(([name, value]) => {
    const text = /Bytes/.test(name) ? (value >= 1024 ** 3 ? `${value / 1024 ** 3} GB` : `${value / 1024 ** 2} MB`) : String(value);
    return `| \`${name}\` | ${text} |`;
  });
  expect(said.filter((line) => !manual.includes(line))).toEqual([]);
});

it('the papers and plans of one maker are limited, independently of colleagues', async () => {
  const maker = server.idOf('type6');
  const paper = await requireDone(teacher('/paper/add', validPaperDraft));
  fill(
    accountLimits.papersOfMaker - 1,
    `INSERT INTO paper (school_id, name, status, rules, question_count, total_points, created_by, updated_by, updated_ms, created_ms)
     SELECT ?, '卷' || i, 1, '{}', 1, 1, ?, ?, 0, 0 FROM n`,
    server.schoolIds[0],
    maker,
    maker,
  );
  expect(await teacher('/paper/add', validPaperDraft)).toMatchObject({ code: 1002, msg: expect.stringContaining('试卷') });
  expect((await teacher('/paper/copy', { id: paper.id, name: '副本' })).code).toBe(1002);
  expect((await (await server.callAs(2))('/paper/add', validPaperDraft)).code).toBe(0);
  const plan = createPlanDraft(paper.id, [server.idOf('type8')], server.time.nowMs);
  fill(
    accountLimits.plansOfMaker,
    `INSERT INTO exam_plan (school_id, name, paper_id, start_ms, duration_ms, entry_limit_ms, earliest_hand_in_ms, notice, created_by, updated_by, updated_ms, created_ms)
     SELECT ?, '考试' || i, ?, 0, 0, 0, 0, '', ?, ?, 0, 0 FROM n`,
    server.schoolIds[0],
    paper.id,
    maker,
    maker,
  );
  expect((await teacher('/exam/add', plan)).code).toBe(1002);
  expect((await (await server.callAs(2))('/exam/add', plan)).code).toBe(0);
});

it('the categories of a school are limited', async () => {
  fill(
    accountLimits.categoriesOfSchool,
    "INSERT INTO paper_folder (school_id, shelf, path) SELECT ?, 'exam', '类' || i FROM n",
    server.schoolIds[0],
  );
  expect((await teacher('/paper/addCategory', { shelf: 'exam', category: '再一类' })).code).toBe(1002);
  expect((await teacher('/question/addCategory', { category: '再一类' })).code).toBe(1002);
});

it('the changes per minute of one account are limited; reads and other accounts are not', async () => {
  const change = () => teacher('/question/addCategory', { category: '' });
  const codes: number[] = [];
  // A request with invalid input does not count towards the limit.
  for (let n = 0; n < 5; n += 1) codes.push((await change()).code);
  expect(new Set(codes)).toEqual(new Set([1001]));
  const moves = () => teacher('/question/removeCategory', { category: '没有这一类' });
  for (let n = 0; n < accountLimits.changesPerMinute; n += 1) expect((await moves()).code).toBe(1005);
  expect(await moves()).toMatchObject({ status: 429, code: 1007 });
  expect((await teacher('/question/getList', {})).code).toBe(0);
  expect((await (await server.callAs(2))('/question/addCategory', { category: '甲' })).code).toBe(0);
  server.time.nowMs += 1_000;
  expect((await moves()).code).toBe(1005);
});

it('createRateLimiter counts by key in a bucket that refills steadily', () => {
  const time = { nowMs: 0 };
  const gate = createRateLimiter({ nowMs: () => time.nowMs }, { limit: 100, everyMs: 1_000 });
  expect([gate.admit('a', 60), gate.admit('a', 60), gate.admit('a', 40), gate.admit('a', 1), gate.admit('b', 100)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  time.nowMs += 500;
  expect([gate.admit('a', 51), gate.admit('a', 50)]).toEqual([false, true]);
});

it('an import is refused if the disk has only the space that exams need', async () => {
  const { inspection } = server.deps;
  const disk = inspection.disk;
  inspection.disk = () => Promise.resolve({ freeBytes: accountLimits.keptFreeBytes, totalBytes: 2 ** 41 });
  expect(await teacher('/question/import', createQuestionFile(['第 1 题']))).toMatchObject({
    code: 1002,
    msg: expect.stringContaining('磁盘'),
  });
  inspection.disk = disk;
  expect((await teacher('/question/import', createQuestionFile(['第 1 题']))).code).toBe(0);
});

it('the sessions of an account and its sign-ins per hour are limited', async () => {
  const schoolId = server.schoolIds[0];
  const first = await server.openSession(6);
  server.time.nowMs += 1_000;
  const tokens = [];
  for (let n = 0; n < accountLimits.sessions; n += 1) tokens.push(await server.openSession(6));
  expect((await server.as(first)('/user/getInfo', {})).code).toBe(1004);
  expect((await server.as(tokens[0] ?? '')('/user/getInfo', {})).code).toBe(0);
  const count = server.raw.prepare('SELECT count(*) FROM session WHERE user_id = ?').pluck().get(server.idOf('type6'));
  expect(count).toBe(accountLimits.sessions);
  expect((await server.post('/user/login', { login_name: 'type6', login_pwd: seededPassword, school_id: schoolId })).code).toBe(0);
});
