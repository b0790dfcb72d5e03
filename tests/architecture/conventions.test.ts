import { describe, expect, it } from 'vitest';
import { checkConventions, conventions } from './conventions.ts';

const lines = (count: number): string => 'x;\n'.repeat(count);
// Built from parts, so that the guards do not find a violation in this file.
const from = 'from';
const home = ['', 'home', 'someone', 'code'].join('/');

/** Rule → sources that it must report, and sources that it must allow. */
const cases: Record<string, { bad: readonly (readonly [string, string])[]; good: readonly (readonly [string, string])[] }> = {
  'file-size': {
    bad: [['server/app.ts', lines(501)]],
    good: [
      ['server/app.ts', lines(500)],
      ['server/features/people/user/user-messages.ts', lines(900)],
    ],
  },
  'file-name': {
    bad: [
      ['web/lib/utils.ts', ''],
      ['server/common/clock.ts', ''],
      ['web/lib/date-helper.ts', ''],
      ['web/ui/AnswerCard.tsx', ''],
    ],
    good: [['web/ui/commonest-words.tsx', '']],
  },
  'hooks-in-their-file': {
    bad: [['tests/contract/room.ts', 'afterEach(() => undefined);']],
    good: [
      ['tests/contract/room.test.ts', 'afterEach(() => undefined);'],
      ['tests/fixtures/postgres/engine-setup.ts', 'afterEach(() => undefined);'],
      ['tests/contract/room.ts', '  onTestFinished(() => undefined);'],
    ],
  },
  'engine-faults-reported': {
    bad: [
      ['sync/engine/a.ts', 'await b().catch(() => undefined);'],
      ['sync/engine/a.ts', 'try { b(); } catch { c(); }'],
    ],
    good: [
      ['sync/engine/a.ts', 'await b().catch(report);'],
      ['sync/engine/ops/attachment.ts', 'try { JSON.parse(b); } catch { c(); }'],
      ['web/app/a.ts', 'await b().catch(() => undefined);'],
    ],
  },
  'refusals-are-thrown': {
    bad: [
      ['server/features/bank/a/a-handlers.ts', 'if (plan instanceof Refusal) return plan;'],
      ['server/features/bank/a/a-handlers.ts', 'const find = async (): Promise<Plan | Refusal> => plan;'],
    ],
    good: [
      ['server/features/bank/a/a-handlers.ts', "if (!plan) refuse('notFound', messages.notFound());"],
      ['server/features/bank/a/a-handlers.ts', 'await catchRefusal(work, (refusal: Refusal) => refused.push(refusal.text));'],
      ['server/http/contract-mount.ts', 'if (error instanceof Refusal) return createRefusalResponse(error, language);'],
    ],
  },
  'one-unit-of-work': {
    bad: [
      ['server/features/bank/a/a-store.ts', 'const add = (row: Row) => db.transaction().execute((tx) => insert(tx, row));'],
      ['server/features/bank/a/a-handlers.ts', 'const done = await db\n  .transaction()\n  .execute(work);'],
    ],
    good: [
      ['server/features/bank/a/a-handlers.ts', 'add: (row, context) => runUnitOfWork(db, 1, context, (tx) => store.add(tx, row)),'],
      ['server/features/bank/a/a-store.test.ts', 'await db.transaction().execute((tx) => store.add(tx, row));'],
      ['server/resources/unit-of-work.ts', 'db.transaction().execute(work);'],
    ],
  },
  'one-stale-version': {
    bad: [['server/features/bank/a/a-store.ts', "if (row.version !== seen) return { kind: 'stale', note };"]],
    good: [['server/features/bank/a/a-store.ts', 'await requireVersion(tx, row, seen, messages.called(), fieldNames);']],
  },
  'import-extension': {
    bad: [
      ['web/app/a.ts', `import { b } ${from} './b';`],
      ['web/app/a.ts', `const b = ${'import'}('../b');`],
    ],
    good: [['web/app/a.ts', "import { b } from './b.tsx'; import c from './c.css?inline'; import d from 'd';"]],
  },
  'spec-can-be-slowed': {
    bad: [['tests/e2e/a.spec.ts', `import { expect, test } ${from} '@playwright/test';`]],
    good: [
      ['tests/e2e/a.spec.ts', "import { expect } from '@playwright/test';\nimport { test } from '../rig/test.ts';"],
      ['tests/e2e/rig/test.ts', `import { test as base } ${from} '@playwright/test';`],
    ],
  },
  'no-sleep-in-tests': {
    bad: [
      ['web/a.test.ts', `await page.${'waitForTimeout'}(100);`],
      ['tests/e2e/a.spec.ts', `await new Promise((resolve) => ${'setTimeout'}(resolve, 5));`],
      ['tests/contract/room.ts', `await new Promise((resolve) => ${'setTimeout'}(resolve, delayMs));`],
      ['server/a.test.ts', `${'setTimeout'}(() => wake(), 10);`],
      ['sync/a.test.ts', `import { ${'setTimeout'} as sleep } ${from} 'node:${'timers'}/promises';`],
      ['tests/contract/a.test.ts', `await ${'systemTimers'}.sleep(5, signal);`],
    ],
    good: [
      ['web/platform/timers.ts', `new Promise((resolve) => ${'setTimeout'}(resolve, 5));`],
      ['tests/device/engine-device.ts', `sleep: (ms) => ${'systemTimers'}.sleep(ms)`],
      ['tests/e2e/a.spec.ts', `test.${'setTimeout'}(60_000);`],
      ['tests/contract/a.test.ts', 'await expect.poll(() => due.length).toBe(1);'],
    ],
  },
  'no-wall-time-in-tests': {
    bad: [
      ['server/a.test.ts', `expect(${'performance'}.now() - startMs).toBeLessThan(500);`],
      ['sync/a.test.ts', `const tookMs = end - ${'performance'}.now();`],
    ],
    good: [
      ['server/a.test.ts', 'const clock = { monoMs: () => performance.now() };'],
      ['tests/bench/a.ts', `const tookMs = ${'performance'}.now() - startMs;`],
    ],
  },
  'free-ports-in-tests': {
    bad: [
      ['server/a.test.ts', `run({ ${'PORT'}: '8080' })`],
      ['tests/e2e/rig/a.ts', `server.${'listen'}(8080)`],
    ],
    good: [
      ['server/a.test.ts', "run({ PORT: '0' }); createServer().listen(0, '127.0.0.1');"],
      ['server/http/listen.ts', `server.${'listen'}(8080)`],
    ],
  },
  'no-skipped-test': { bad: [['web/a.test.ts', `${'it'}.skip('x', () => {});`]], good: [['web/a.test.ts', "it('skip', () => {});"]] },
  'no-test-branch': {
    bad: [['server/app.ts', "if (process.env.NODE_ENV === 'test') {}"]],
    good: [['tests/run.ts', "process.env.NODE_ENV === 'test'"]],
  },
  'dialect-in-its-place': {
    bad: [
      ['server/features/bank/a/a-store.ts', 'sql`SELECT ifnull(a, 0) FROM a`'],
      ['server/features/bank/a/a-store.ts', "eb.fn<number>('ifnull', ['a'])"],
      ['server/features/bank/a/a-store.ts', 'sql<boolean>`a_text MATCH ${asked}`'],
      ['server/features/bank/a/a-store.ts', 'sql<number>`+school_id`'],
      ['server/features/bank/a/a-store.ts', 'sql`school_id IS ${schoolId}`'],
      ['server/features/bank/a/a-reads.ts', 'sql`a::bigint`'],
      ['server/features/bank/a/a-reads.ts', "if (code === 'SQLITE_CONSTRAINT_UNIQUE') return"],
      ['server/features/bank/a/a-reads.ts', "if (code === '23505') return"],
      ['server/jobs/job-store.ts', "sql`SELECT * FROM pragma_table_info('job')`"],
    ],
    good: [
      ['server/db/sqlite/sqlite-dialect.ts', 'sql`ifnull(a, 0)`'],
      ['server/features/bank/a/a-store.ts', "word('ifNull', sql`a`, sql.lit(0))"],
      ['server/features/bank/a/a-store.ts', '// ifnull( is what SQLite calls it'],
      ['server/features/bank/a/a-store.ts', 'sql`there.stamp + 1`'],
      ['server/features/bank/a/a-store.ts', 'sql`a IS NOT NULL AND b = ${c} + 2`'],
    ],
  },
  'punctuation-of-the-language': {
    bad: [
      ['web/features/a/pages/a-page.tsx', "{ header: t('tags'), value: (row) => row.tags.join('、') }"],
      ['web/features/a/pages/a-page.tsx', 'const label = `${name}：${reason}`;'],
      ['web/features/a/pages/a-page.tsx', '<b>{name}</b>：{reason}'],
    ],
    good: [
      ['web/features/a/pages/a-page.tsx', "{ header: t('tags'), value: (row) => joinWords(row.tags) }"],
      ['web/features/a/pages/a-page.tsx', '// Shown as "甲、乙".\nconst parts = text.split(/[,，、]/);'],
      ['web/features/a/a-texts.ts', "comma: ['、', ', '],"],
      ['web/lib/punctuation.ts', "choose('、', ', ')"],
    ],
  },
  'figures-one-way': {
    bad: [
      ['web/features/a/a.tsx', 'const rate = `${(share * 100).toFixed(1)}%`;'],
      ['web/features/a/a.tsx', 'count.toLocaleString()'],
      ['web/ui/a.tsx', "new Intl.NumberFormat('zh-CN')"],
    ],
    good: [
      ['web/lib/format-number.ts', 'value.toFixed(2)'],
      ['web/features/a/a.test.ts', 'value.toFixed(2)'],
      ['server/a.ts', 'value.toFixed(2)'],
    ],
  },
  'times-in-the-zone': {
    bad: [
      ['web/features/a/a.tsx', 'const hour = new Date(ms).getHours();'],
      ['web/features/a/a.tsx', 'due.setHours(22, 0, 0, 0);'],
      ['web/ui/a.ts', 'const at = new Date(2026, 0, 5);'],
      ['server/features/bank/a/a-handlers.ts', "new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai' })"],
      ['server/features/bank/a/a-handlers.ts', 'const day = new Date(ms + 8 * 3_600_000);'],
      ['sync/domain/a.ts', 'at.getTimezoneOffset()'],
    ],
    good: [
      ['sync/contract/zone-time.ts', "export const defaultZone = 'Asia/Shanghai';"],
      ['web/lib/date-text.ts', 'const at = new Date(Date.UTC(year, month - 1, day)); at.getUTCDate();'],
      ['web/features/a/a.test.ts', 'new Date(ms).getHours()'],
    ],
  },
  'calls-one-way': {
    bad: [
      ['web/features/a/a-queries.ts', "const options = { queryKey: ['class', 'options'] };"],
      ['web/features/a/a.tsx', "const queryKey = ['class'];"],
      ['web/platform/a.ts', "client.setQueryData(['class', 'options'], [])"],
      ['web/features/a/a.tsx', 'const { data } = useQuery(options);'],
      ['web/features/a/a.tsx', 'const all = useInfiniteQuery(options);'],
    ],
    good: [
      ['web/platform/api/call-query.ts', 'useQuery({ queryKey: getCallKey(path, input) })'],
      ['web/features/a/a.tsx', "useCall('/class/getOptions', {})"],
      ['web/features/a/a.tsx', '// no queryKey here\nconst client = useQueryClient();'],
      ['web/features/a/a.tsx', "useListQuery('/class/getList', list.input)"],
    ],
  },
  'whole-lists-one-way': {
    bad: [
      ['web/features/a/a.tsx', "useCall('/prof/getList', { pageSize: 200 })"],
      ['web/platform/a.ts', "call('/class/getList', { pageSize: 100, sort: 'name' })"],
    ],
    good: [
      ['web/features/a/a.tsx', "useCall('/prof/getList', { pageSize: 1 })"],
      ['web/features/a/a.tsx', "useWholeList('/prof/getList', {})"],
      ['server/demo/a.ts', 'getList({ page: 1, pageSize: 200 }, admin)'],
    ],
  },
  'forms-one-way': {
    bad: [
      ['web/features/a/a-form.tsx', 'const form = useForm<Values>({ defaultValues: initial });'],
      ['web/platform/a.tsx', 'const form = useForm({ defaultValues: blank });'],
    ],
    good: [
      ['web/platform/forms/use-saved-form.ts', 'const form = useForm<V, unknown, D>({ resolver });'],
      [
        'web/features/a/a-form.tsx',
        'const { form } = useSavedForm<Values>(null, desk); // no useForm( here\nconst { control } = useFormContext();',
      ],
    ],
  },
  'actions-one-way': {
    bad: [
      ['web/features/a/a.tsx', "const save = useMutation({ mutationFn: () => call('/class/add', draft) });"],
      ['web/platform/a.ts', `import { useMutation } ${from} '@tanstack/react-query';`],
    ],
    good: [
      ['web/ui/use-action.ts', 'const mutation = useMutation(options);'],
      ['web/features/a/a.tsx', "// no useMutation here\nconst save = useAction({ mutationFn: () => call('/class/add', draft) });"],
    ],
  },
  'dialogs-one-way': {
    bad: [
      ['web/features/a/a.tsx', `import { AlertDialog } ${from} '../../ui/primitives/alert-dialog.tsx';`],
      ['web/app/a.tsx', `import * as Base ${from} 'radix-ui/alert-dialog';`],
      [
        'web/features/a/a.tsx',
        `import { Dialog } ${from} '../../ui/primitives/dialog.tsx';\nconst remove = useAction({ mutationFn: () => makeCall('/class/remove', key) });`,
      ],
    ],
    good: [
      [
        'web/features/a/a.tsx',
        `import { ActionDialog } ${from} '../../platform/dialogs/action-dialog.tsx';\nconst read = useAction({ mutationFn: readFile });`,
      ],
      ['web/features/a/a.tsx', `import { Dialog } ${from} '../../ui/primitives/dialog.tsx';\nreturn <Dialog open>{text}</Dialog>;`],
      ['web/platform/dialogs/confirm-dialog.tsx', `import { AlertDialog } ${from} '../../ui/primitives/alert-dialog.tsx';`],
      ['web/ui/primitives/alert-dialog.tsx', `import * as Base ${from} 'radix-ui/alert-dialog';`],
      ['web/features/a/a.tsx', `import { ConfirmDialog } ${from} '../../platform/dialogs/confirm-dialog.tsx';`],
    ],
  },
  'loading-one-way': {
    bad: [['web/features/a/a.tsx', 'if (rule.error !== null) return <QueryFailure error={rule.error} onRetry={again} />;']],
    good: [
      ['web/features/a/a.tsx', 'if (rule.data === undefined) return <LoadingState query={rule} />;'],
      ['web/ui/feedback/loading-state.tsx', 'if (query.error !== null) return <QueryFailure error={query.error} onRetry={again} />;'],
    ],
  },
  'catalogues-one-way': {
    bad: [['web/features/a/a-texts.ts', 'export const aTexts = { en: {} } satisfies Catalogue<typeof zh>;']],
    good: [['web/features/a/a-texts.ts', 'export const aTexts = createCatalogue({});']],
  },
  'sql-in-its-place': {
    bad: [
      ['server/features/exams/exam/exam-handlers.ts', "db.prepare('SELECT * FROM plan')"],
      ['server/features/exams/exam/exam-handlers.ts', "db.selectFrom('plan')"],
    ],
    good: [
      ['server/features/exams/exam/plan/exam-store.ts', "db.prepare('SELECT * FROM plan')"],
      ['web/ui/primitives/select.tsx', "'select an option'.slice(9)"],
    ],
  },
  'reads-only-read': {
    bad: [
      ['server/features/exams/exam/exam-reads.ts', "tx.updateTable('exam_plan').set({ version })"],
      ['server/features/exams/exam/exam-reads.ts', 'sql`DELETE FROM exam_plan`'],
    ],
    good: [
      ['server/features/exams/exam/examinees/enlist-writes.ts', "tx.insertInto('exam_examinee')"],
      ['server/features/exams/exam/exam-reads.ts', "// what updateTable( writes\ndb.selectFrom('exam_plan')"],
    ],
  },
  'text-through-catalogues': {
    bad: [['web/features/exam/pages/exam.tsx', '<p>交卷</p>']],
    good: [['web/features/exam/pages/exam.tsx', '// 交卷\n/* 稳考 */ <p>{t("handIn")}</p>']],
  },
  'one-date-column': {
    bad: [
      [
        'web/features/a/pages/a-page.tsx',
        "{ key: 'at', header: t('at'), value: (row) => (row.atMs === null ? null : new Date(row.atMs)) },",
      ],
      ['web/features/a/pages/a-page.tsx', "{ key: 'at', header: t('at'), cell: (row) => <b>{formatDateTime(row.atMs)}</b> },"],
    ],
    good: [
      ['web/features/a/pages/a-page.tsx', "dateColumn('at', t('at'), (row) => row.atMs, { muted: true }),"],
      ['web/features/a/pages/a-page.tsx', "{ label: t('start'), value: formatDateTime(plan.startMs) },"],
    ],
  },
  'no-host-names': {
    bad: [
      ['README.md', `cd ${home}`],
      ['server/main.ts', `// ${['registry', 'example', 'org'].join('.')}`],
    ],
    good: [['web/app/routes/student-routes.ts', "path: '/student/home/index', other: '/home/index'"]],
  },
};

describe('checkConventions', () => {
  it('the test has cases for every rule', () => {
    expect(Object.keys(cases).toSorted()).toEqual(conventions.map((c) => c.rule).toSorted());
  });
  describe.each(Object.entries(cases))('%s', (rule, { bad, good }) => {
    it.each(bad)('reports %s: %s', (path, text) => {
      expect(checkConventions([{ path, text }]).map((fault) => fault.rule)).toEqual([rule]);
    });
    it.each(good)('allows %s: %s', (path, text) => {
      expect(checkConventions([{ path, text }]).filter((fault) => fault.rule === rule)).toEqual([]);
    });
  });
});
