import type { CallSpec } from '../../sync/contract/call.ts';
import { type Role, roles } from '../../sync/contract/roles.ts';
import type { RouteRow } from '../../web/app/routes/route-row.ts';
import type { PageReader } from './page-code.ts';
import type { RuleViolation } from './rule-violation.ts';

/** A call that the code of a page contains, but that the page does not make for these roles. */
export interface GuardedCall {
  readonly calls: RegExp;
  readonly roles: readonly Role[];
}

export const guardedCalls: readonly GuardedCall[] = [
  // One code serves both kinds of applications: enrolments and declarations.
  { calls: /^\/(?:enroll|batch)\//, roles: ['school', 'teacher', 'student'] },
  { calls: /^\/(?:declare|declaration)\//, roles: ['enrollUser', 'enrollAdmin'] },
  // Applicants fill in a form and reviewers decide on it, by one list of calls for each kind.
  { calls: /^\/enroll\/(?:decide|getIdNumber)$/, roles: ['enrollUser'] },
  { calls: /^\/enroll\/(?:submit|withdraw)$/, roles: ['enrollAdmin'] },
  { calls: /^\/declare\/(?:decide|getIdNumber|getStudents|submitFor)$/, roles: ['student'] },
  { calls: /^\/declare\/(?:submit|withdraw|save)$/, roles: ['school', 'teacher'] },
  // Only the school assigns classes and opens the registration of students.
  { calls: /^\/(?:class\/assign|school\/[gs]etRegistration)$/, roles: ['teacher'] },
  // Only the platform filters the audit log by school.
  { calls: /^\/school\/get(?:List|ById)$/, roles: ['school'] },
  // Only staff choose whose records they read.
  { calls: /^\/user\/getList$/, roles: ['student', 'examUser'] },
  // One code reads the chosen options of every list; only options of people are read by this call.
  { calls: /^\/user\/getListByIds$/, roles: ['question', 'system', 'enrollAdmin', 'enrollUser', 'student', 'examUser'] },
];

/** Returns the calls that a page may make although one of its roles may not, and the guards that no page needs. */
export function checkPageCalls(
  readPage: PageReader,
  rows: readonly Pick<RouteRow, 'path' | 'access' | 'page'>[],
  specs: readonly (CallSpec & { readonly path: string })[],
  guards: readonly GuardedCall[] = guardedCalls,
): RuleViolation[] {
  const needed = new Set<GuardedCall>();
  const faults = rows.flatMap(({ path, access, page }) => {
    const code = readPage({ page });
    if (code === null) return [{ rule: 'page-calls', path, reason: 'its page is not written as (await import(file)).Name' }];
    return specs.flatMap((spec) => {
      if (typeof spec.access === 'string' || !code.paths.has(spec.path)) return [];
      const { access: callers } = spec;
      return (typeof access === 'string' ? roles : access).flatMap((role) => {
        if (callers.includes(role)) return [];
        const guard = guards.find((each) => each.calls.test(spec.path) && each.roles.includes(role));
        if (guard === undefined) return [{ rule: 'page-calls', path, reason: `${role} may not call ${spec.path}` }];
        needed.add(guard);
        return [];
      });
    });
  });
  const unused = guards.filter((guard) => !needed.has(guard));
  return [
    ...faults,
    ...unused.map(({ calls }) => ({
      rule: 'page-calls',
      path: 'tests/architecture/page-calls.ts',
      reason: `no page needs the guard ${calls}`,
    })),
  ];
}
