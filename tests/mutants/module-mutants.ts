import type { SourceFault } from './source-fault.ts';

/** A plausible fault in a module, and the check of `npm test` that must find it. */
export interface ModuleMutant extends SourceFault {
  /** A test file, or the name of a house rule in `tests/architecture/conventions.ts`. */
  readonly caughtBy: { readonly testFile: string } | { readonly rule: string };
}

export const moduleMutants: readonly ModuleMutant[] = [
  {
    name: 'web: two modules share the query key of a call',
    file: 'web/platform/api/call-query.ts',
    find: "...path.split('/').slice(1)",
    put: "...path.split('/').slice(2)",
    caughtBy: { testFile: 'web/platform/api/call-query.test.ts' },
  },
  {
    name: 'web: a component caches the classes under a query key of its own',
    file: 'web/platform/choices/class-choice.tsx',
    find: "useCall('/class/getOptions', {}, { select: getItems })",
    put: "useQuery({ queryKey: ['class', 'options'], queryFn: () => call('/class/getOptions', {}) })",
    caughtBy: { rule: 'calls-one-way' },
  },
  {
    name: 'web: gathering all rows of a list stops at 200',
    file: 'web/ui/list/list-pages.ts',
    find: 'page * largestPage >= total',
    put: 'found.size >= largestPage',
    caughtBy: { testFile: 'web/ui/list/list-pages.test.ts' },
  },
  {
    name: 'web: a form that is saved again sends another idempotency key',
    file: 'web/platform/forms/use-save.ts',
    find: 'const options = { requestKey: wish.requestKey };',
    put: 'const options = { requestKey: crypto.randomUUID() };',
    caughtBy: { testFile: 'web/platform/forms/use-save.test.ts' },
  },
  {
    name: 'web: a device sends the waiting marks of every marker who used it',
    file: 'web/features/marking/send-marks.ts',
    find: "database.marks.where({ userId }).sortBy('keptMs')",
    put: "database.marks.orderBy('name').sortBy('keptMs')",
    caughtBy: { testFile: 'web/features/marking/marks-sent.test.ts' },
  },
  {
    name: 'web: the pages of a marker are shown to an invigilator',
    file: 'web/app/routes/staff-routes.ts',
    find: "access: ['marker'], layout",
    put: "access: ['invigilator'], layout",
    caughtBy: { testFile: 'web/app/routes.test.ts' },
  },
  {
    name: 'engine: a PC that wakes up takes its own sleep for a replica that does not answer (SY25)',
    file: 'sync/engine/ops/replica-timeouts.ts',
    find: 'const patienceParts = 4;',
    put: 'const patienceParts = 1;',
    caughtBy: { testFile: 'sync/engine/ops/replica-timeouts.test.ts' },
  },
  {
    name: 'server: a role that is not listed may make a call',
    file: 'server/http/access.ts',
    find: "typeof access === 'string' || access.some((role) => roles.includes(role))",
    put: "typeof access === 'string' || access.every((role) => roles.includes(role)) || roles.length === 1",
    caughtBy: { testFile: 'tests/contract/calls/access.test.ts' },
  },
  {
    name: 'server: an invigilator may arrange the seats of a plan',
    file: 'sync/contract/exams/exam-seating.ts',
    find: "const staff = ['school', 'teacher'] as const;",
    put: "const staff = ['school', 'teacher', 'invigilator'] as const;",
    caughtBy: { testFile: 'tests/contract/calls/call-roles.test.ts' },
  },
  {
    name: 'server: a group is checked against an old state of the shared log',
    file: 'server/answer-log/log/log-replica.ts',
    find: '      await this.#catchUp();\n      const seen',
    put: '      const seen',
    caughtBy: { testFile: 'tests/contract/answer-log/shared-log.test.ts' },
  },
  {
    name: 'server: a decision is written although another server decided',
    file: 'server/answer-log/log/server-writer.ts',
    find: '> decidedAt);',
    put: '> Infinity);',
    caughtBy: { testFile: 'tests/contract/answer-log/shared-log.test.ts' },
  },
  {
    name: 'server: a certificate of another school is found',
    file: 'server/features/marking/certificate/certificate-store.ts',
    find: ".where('id', '=', id).where('school_id', '=', schoolId)",
    put: ".where('id', '=', id)",
    caughtBy: { testFile: 'tests/contract/marking/result-secrets.test.ts' },
  },
  {
    name: "server: an examinee opens another examinee's certificate",
    file: 'server/features/marking/certificate/certificate-handlers.ts',
    find: '(row.user_id === caller.userId || (isStaff',
    put: '(row.user_id !== 0 || (isStaff',
    caughtBy: { testFile: 'tests/contract/marking/result-secrets.test.ts' },
  },
  {
    name: 'server: the key of an exam paper is given before the start',
    file: 'server/features/exams/exam/sitting/sitting-handlers.ts',
    find: 'if (nowMs < sitting.start_ms)\n',
    put: 'if (nowMs < sitting.start_ms - 3_600_000)\n',
    caughtBy: { testFile: 'server/features/exams/exam/sitting/sitting-handlers.test.ts' },
  },
  {
    name: 'server: an examinee reads a score before the release (SY23)',
    file: 'server/features/exams/exam/sitting/sitting-handlers.ts',
    find: "if (!(await isReleased(sitting))) refuse('refused', messages.notReleased());",
    put: '',
    caughtBy: { testFile: 'server/features/exams/exam/results/score-release.test.ts' },
  },
  {
    name: 'server: a change with an old version replaces a newer one',
    file: 'server/http/stale-version.ts',
    find: 'row.version !== seen',
    put: 'row.version < seen',
    caughtBy: { testFile: 'tests/contract/calls/stale-version.test.ts' },
  },
  {
    name: 'server: a removal leaves no entry in the audit log',
    file: 'server/resources/change.ts',
    find: 'await audit.noteIn(tx, entry(before.id, before, null));',
    put: '',
    caughtBy: { testFile: 'tests/contract/calls/resources.sqlite.test.ts' },
  },
  {
    name: 'server: homework opens with questions that an exam holds',
    file: 'server/features/exams/exam/sitting/sitting-handlers.ts',
    find: 'openedMs > publishedMs',
    put: 'openedMs < publishedMs',
    caughtBy: { testFile: 'tests/contract/exams/held-questions.test.ts' },
  },
  {
    name: 'server: a rate limit never counts',
    file: 'server/http/limits/rate-limiter.ts',
    find: 'isAdmitted ? left - weight : left',
    put: 'left',
    caughtBy: { testFile: 'tests/contract/platform/limits.test.ts' },
  },
  {
    name: 'server: the points of two markers are added instead of averaged',
    file: 'server/features/marking/marking/item-score.ts',
    find: 'Math.floor((2 * sum + cents.length) / (2 * cents.length))',
    put: 'Math.min(sum, toCents(item.points))',
    caughtBy: { testFile: 'server/features/marking/marking/performed-marking.test.ts' },
  },
  {
    name: 'server: a paper holds an order as its author typed it',
    file: 'server/features/bank/question/option-letters.ts',
    find: 'if (used.some((id, at) => id !== optionLetters[at])) return body',
    put: 'if (used.length > 0) return body',
    caughtBy: { testFile: 'tests/contract/exams/placed-questions.test.ts' },
  },
  {
    name: 'server: a repeated call is done a second time',
    file: 'server/http/idempotency-guard.ts',
    find: 'if (sealed !== null) return',
    put: 'if (sealed === undefined) return',
    caughtBy: { testFile: 'tests/contract/calls/idempotency.test.ts' },
  },
];
