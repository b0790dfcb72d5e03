import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDataFolder } from '../../server/data-folder.ts';
import { planSorts } from '../../server/modules/exam/exam-store.ts';
import { paperSorts } from '../../server/modules/paper/paper-store.ts';
import { questionSorts } from '../../server/modules/question/question-list-store.ts';
import { schoolStore } from '../../server/modules/school/school-store.ts';
import { hashPassword } from '../../server/modules/user/password.ts';
import { peopleSorts } from '../../server/modules/user/people-list-store.ts';
import { examUserSorts, userStore } from '../../server/modules/user/user-store.ts';
import { startServer, usageOf } from './child.ts';
import { median, note, report } from './figure.ts';
import { RawClient, rawRequest } from './load/raw-client.ts';

const password = 'Bench-2026';
const pageSize = 20;
const repeats = 9;

interface List {
  readonly name: string;
  readonly path: string;
  readonly sorts: readonly string[];
  readonly filters: readonly object[];
}

const lists: readonly List[] = [
  {
    name: 'users',
    path: '/user/getList',
    sorts: Object.keys(peopleSorts),
    filters: [{}, { user_type: 7 }, { keyword: '生9999' }, { keyword: '学生' }, { user_type: 7, status: 1, keyword: 's0777' }],
  },
  { name: 'examUsers', path: '/user/getExamUserList', sorts: Object.keys(examUserSorts), filters: [{}, { keyword: '生9999' }] },
  {
    name: 'questions',
    path: '/question/getList',
    sorts: Object.keys(questionSorts),
    filters: [{}, { type: 1 }, { category: '分类7' }, { keyword: '第99999题' }, { keyword: '电阻' }],
  },
  { name: 'papers', path: '/paper/getList', sorts: Object.keys(paperSorts), filters: [{}, { keyword: '卷9999' }, { keyword: '试卷' }] },
  { name: 'plans', path: '/exam/getList', sorts: Object.keys(planSorts), filters: [{}, { keyword: '试9999' }, { keyword: '考试' }] },
  {
    name: 'audit',
    path: '/audit/getList',
    sorts: [],
    filters: [{}, { who: '生9999' }, { call: '/paper/add' }, { entity: 'paper', entityId: '77777' }, { outcome: 'refused' }],
  },
];

/** The real list calls of a school with so many rows of each kind: every order, every filter, the first page, the middle and the last. */
export async function benchLists(rows = 100_000): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wenkao-bench-'));
  const schoolId = await fill(dataDir, rows);
  const server = await startServer({ dataDir });
  try {
    const client = await RawClient.open(server.port);
    const token = await signIn(client, schoolId);
    await importQuestions(client, token, rows);
    for (const list of lists) await measure(client, token, list, rows, () => usageOf(server.pid).cpuMs);
    client.close();
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(client: RawClient, token: string, list: List, rows: number, cpuMs: () => number): Promise<void> {
  const orders = [undefined, ...list.sorts.flatMap((sort) => [sort, `-${sort}`])];
  const pages = [1, rows / pageSize / 2, rows / pageSize];
  const asked: { ask: string; medianMs: number; cpuMs: number }[] = [];
  for (const filter of list.filters)
    for (const sort of orders)
      for (const page of pages) {
        const ask = { page, pageSize, filter, ...(sort !== undefined && { sort }) };
        const request = rawRequest(`/api${list.path}`, ask, token);
        const times: number[] = [];
        const cpuBefore = cpuMs();
        for (let n = 0; n < repeats; n += 1) {
          const sent = performance.now();
          const { body } = await client.send(request);
          times.push(performance.now() - sent);
          if (!body.startsWith('{"code":0')) throw new Error(`${list.path} ${JSON.stringify(ask)}: ${body}`);
        }
        asked.push({ ask: JSON.stringify(ask), medianMs: median(times), cpuMs: (cpuMs() - cpuBefore) / repeats });
      }
  const slowest = asked.toSorted((a, b) => b.medianMs - a.medianMs);
  for (const each of slowest.slice(0, 3))
    note(`lists.${list.name}: ${each.medianMs.toFixed(1)} ms (CPU ${each.cpuMs.toFixed(1)} ms) for ${each.ask}`);
  report.atMost(`lists.${list.name}`, slowest[0]?.medianMs ?? Number.NaN, `ms, median of the slowest of ${asked.length} asks`, 50);
  report.seen(`lists.${list.name}.cpu`, Math.max(...asked.map((each) => each.cpuMs)), 'ms of CPU, the costliest ask');
  report.seen(`lists.${list.name}.typical`, median(asked.map((each) => each.medianMs)), 'ms, median of all asks');
}

async function signIn(client: RawClient, schoolId: number): Promise<string> {
  const { body } = await client.send(rawRequest('/api/user/login', { login_name: 'keeper', login_pwd: password, school_id: schoolId }));
  return (JSON.parse(body) as { data: { token: string } }).data.token;
}

/** Through the call, so that whatever the bank keeps for its searches is there. */
async function importQuestions(client: RawClient, token: string, rows: number): Promise<void> {
  const perFile = 5000;
  for (let at = 0; at < rows; at += perFile) {
    const text = Array.from({ length: Math.min(perFile, rows - at) }, (_, n) => {
      const id = at + n;
      return JSON.stringify({
        type: 'single',
        question: `第${id}题：电阻 R${id % 997} 与电压 ${id % 383} V 的关系，正确的是哪一项？`,
        options: ['(A)成正比', '(B)成反比', `(C)无关 ${id % 89}`, '(D)相等'],
        label: 'ABCD'[id % 4],
        category: `分类${id % 50}`,
      });
    }).join('\n');
    const file = { format: 'jsonl', fileName: 'bench.jsonl', text, category: '分类', mode: 'all', skipDuplicates: false };
    const { body } = await client.send(rawRequest('/api/question/import', file, token));
    if (!body.startsWith('{"code":0')) throw new Error(`question import: ${body.slice(0, 300)}`);
  }
}

async function fill(dataDir: string, rows: number): Promise<number> {
  const nowMs = Date.now();
  const { db, close } = await openDataFolder(dataDir, nowMs, console);
  const schoolId = await schoolStore(db).add({ website: 'bench', title: '基准学院', record: '', config: {} }, nowMs);
  const pwdHash = await hashPassword(password);
  await userStore(db).add({ schoolId, loginName: 'keeper', userType: 2, name: '管理员', pwdHash }, nowMs);
  const upTo = sql`WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < ${rows})`;
  await sql`INSERT INTO user (school_id, login_name, user_type, name, pwd_hash, ticket_no, student_no, created_ms, updated_ms)
    ${upTo} SELECT ${schoolId}, 's' || substr('00000' || n, -6), 7 + n % 2, '学生' || n, '', 'T' || (n * 7919 % 999983), 'N' || n, ${nowMs} + n, ${nowMs} FROM row`.execute(
    db,
  );
  await sql`INSERT INTO paper (school_id, name, status, rules, question_count, total_points, updated_by, updated_ms, created_ms)
    ${upTo} SELECT ${schoolId}, '试卷' || n, 2, '{"layout":"one","shuffleQuestions":true,"shuffleOptions":true,"passPoints":60}', 100, 100, 1, ${nowMs} - n * 7919 % 999983, ${nowMs} FROM row`.execute(
    db,
  );
  const { id: paperId } = await db.selectFrom('paper').select('id').limit(1).executeTakeFirstOrThrow();
  await sql`INSERT INTO exam_plan (school_id, name, paper_id, start_ms, duration_ms, entry_limit_ms, earliest_hand_in_ms, notice, updated_by, updated_ms, created_ms)
    ${upTo} SELECT ${schoolId}, '考试' || n, ${paperId}, ${nowMs} + n * 7919 % 999983, 5400000, 900000, 0, '', 1, ${nowMs} + n, ${nowMs} FROM row`.execute(
    db,
  );
  await sql`INSERT INTO audit (at_ms, school_id, user_id, user_name, login_name, user_type, call, entity, entity_id, code, ip, agent, detail, hash)
    ${upTo} SELECT ${nowMs} + n, ${schoolId}, n, '学生' || n, 's' || n, 6, CASE n % 3 WHEN 0 THEN '/paper/add' ELSE '/question/import' END, CASE n % 3 WHEN 0 THEN 'paper' ELSE 'question' END, '' || n, CASE n % 50 WHEN 0 THEN 1003 ELSE 0 END, '127.0.0.1', '', '{}', '' FROM row`.execute(
    db,
  );
  await close();
  return schoolId;
}
