import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditSorts } from '../../../server/features/platform/audit/audit-store.ts';
import { createExampleDraft, listFieldsWith, type Resource } from '../../../sync/contract/resource.ts';
import { resources } from '../../../sync/contract/resources.ts';
import { mapSortColumns } from '../../../server/resources/resource-store.ts';
import { detailTableSorts } from '../../../server/features/bank/detail/detail-store.ts';
import { planSorts } from '../../../server/features/exams/exam/plan/exam-store.ts';
import { jobSorts } from '../../../server/features/platform/job/job-list-store.ts';
import { paperSorts } from '../../../server/features/papers/paper/paper-store.ts';
import { professionSorts } from '../../../server/features/people/profession/profession-store.ts';
import { learnerSorts } from '../../../server/features/learning/progress/progress-store.ts';
import { questionSorts } from '../../../server/features/bank/question/question-list-store.ts';
import { schoolSorts } from '../../../server/features/people/school/school-store.ts';
import { examUserSorts, peopleSorts } from '../../../server/features/people/user/people/people-list-store.ts';
import type { UserType } from '../../../sync/contract/roles.ts';
import { applicationSorts } from '../../../server/features/applications/application/application-store.ts';
import { apiContract } from '../../../sync/contract/index.ts';
import { startTestServer } from '../server-fixture.ts';

interface List {
  readonly path: string;
  readonly type: UserType;
  readonly sorts: object;
  readonly filters: readonly object[];
}
const { student_no: _ofOneSchool, ...sortsOfAllSchools } = peopleSorts;

/** Lists of the resources that use the generic list call. */
const plainLists = Object.entries(resources)
  .filter(([module]) => module !== 'prof')
  .map(([module, thing]: [string, Resource]): List => {
    const example: Readonly<Record<string, unknown>> = createExampleDraft(thing);
    const narrowed = listFieldsWith(thing, 'filter').map((field) => ({ [field]: example[field] }));
    const [role] = apiContract[module as keyof typeof resources].getList.access as readonly string[];
    const type = role === 'enrollAdmin' ? 11 : role === 'admin' ? 1 : 2;
    return { path: `/${module}/getList`, type, sorts: mapSortColumns(thing), filters: [{ keyword: '班' }, ...narrowed] };
  });

const filingFilters = [{ offerId: 1 }, { status: 0 }, { doubtful: true }, { keyword: '张' }];

const lists: readonly List[] = [
  { path: '/enroll/getList', type: 11, sorts: applicationSorts, filters: filingFilters },
  { path: '/declare/getList', type: 2, sorts: applicationSorts, filters: filingFilters },
  {
    path: '/user/getList',
    type: 2,
    sorts: peopleSorts,
    filters: [
      { user_type: 7 },
      { user_types: [6, 7], status: 1 },
      { initial_password: true },
      { class_id: 1 },
      { keyword: '张' },
      { keyword: '张三丰', user_type: 7 },
    ],
  },
  { path: '/user/getList', type: 1, sorts: sortsOfAllSchools, filters: [{ user_type: 7 }, { keyword: '张' }] },
  { path: '/user/getExamUserList', type: 2, sorts: examUserSorts, filters: [{ keyword: '张' }] },
  {
    path: '/progress/getList',
    type: 2,
    sorts: learnerSorts,
    filters: [
      { class_id: 1 },
      { class_id: 0 },
      { status: 1 },
      { outcome: 'absent' },
      { keyword: '张' },
      { keyword: '张三丰', outcome: 'failed' },
    ],
  },
  ...plainLists,
  { path: '/school/getList', type: 1, sorts: schoolSorts, filters: [{ keyword: '校' }, { status: 1 }] },
  {
    path: '/prof/getList',
    type: 1,
    sorts: professionSorts,
    filters: [{ keyword: '电' }, { level: 4 }, { offered: true }, { offered: false }, { enabled: true }],
  },
  { path: '/prof/getList', type: 2, sorts: professionSorts, filters: [{ offered: true, area: 'exam', keyword: '电' }] },
  {
    path: '/detail/getList',
    type: 1,
    sorts: detailTableSorts,
    filters: [{ keyword: '电' }, { level: 4 }, { status: 1 }, { professionId: 1 }],
  },
  {
    path: '/question/getList',
    type: 2,
    sorts: questionSorts,
    filters: [
      { type: 1 },
      { status: 2 },
      { category: '甲' },
      { tags: ['重点'] },
      { pointCode: 'A-B' },
      { keyword: '电' },
      { keyword: '电阻', type: 1 },
      { bank: 'certified' },
    ],
  },
  { path: '/paper/getList', type: 2, sorts: paperSorts, filters: [{ kinds: ['exam'] }, { status: 1 }, { keyword: '卷' }] },
  { path: '/exam/getList', type: 2, sorts: planSorts, filters: [{ keyword: '考' }] },
  {
    path: '/audit/getList',
    type: 2,
    sorts: auditSorts,
    filters: [{ who: '王' }, { call: '/paper/add' }, { entity: 'paper', entityId: '7' }, { outcome: 'refused' }],
  },
  { path: '/job/getList', type: 9, sorts: jobSorts, filters: [{ state: 2 }, { kind: 'questionImport' }] },
  { path: '/job/getList', type: 2, sorts: jobSorts, filters: [{ state: 2 }] },
];

/** Returns whether a query plan scans a whole table or sorts an unbounded number of rows. */
function isSlow(plan: readonly string[]): boolean {
  // Sorting is bounded if a search index, a row id or one profession selects the rows.
  const bounded = plan.some((line) => /VIRTUAL TABLE|\(rowid=\?\)|profession_id=\?/.test(line));
  // SCAN of `(subquery-1)` reads the result of a subquery, whose own tables have further lines in the plan.
  return plan.some(
    (line) =>
      /^SCAN (?!.*(?:INDEX|VIRTUAL TABLE))(?!candidate|held|\()/.test(line) || (!bounded && line.includes('TEMP B-TREE FOR ORDER BY')),
  );
}

describe('a list uses an index with every sort and filter', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => vi.restoreAllMocks());

  it.each(lists.map((list) => [list.path, list.type, list] as const))(
    '%s as user type %i',
    async (_path, _type, { path, type, sorts, filters }) => {
      const call = server.as(await server.openSession(type));
      const slow: object[] = [];
      for (const sort of Object.keys(sorts))
        for (const filter of [{}, ...filters]) {
          const run = vi.spyOn(server.deps.db.getExecutor(), 'executeQuery');
          const answer = await call(path, { sort: `-${sort}`, filter });
          const statements = [...new Set(run.mock.calls.map(([query]) => query.sql))];
          run.mockRestore();
          expect([answer.code, statements.length > 1]).toEqual([0, true]);
          for (const sql of statements) {
            const holes = Array.from({ length: sql.match(/\?/g)?.length ?? 0 }, () => null);
            const plan = server.raw.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...holes);
            const lines = plan.map((line) => line.detail);
            if (isSlow(lines)) slow.push({ sort, filter, lines, sql });
          }
        }
      expect(slow).toEqual([]);
    },
  );
});
