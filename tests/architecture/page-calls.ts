import type { CallSpec } from '../../sync/contract/call.ts';
import { type Role, roles } from '../../sync/contract/roles.ts';
import type { RouteRow } from '../../web/app/routes/route-row.ts';
import type { PageReader } from './page-code.ts';
import type { RuleViolation } from './rule-violation.ts';

/**
 * Calls that the code of a page contains but does not make for these roles. The check reports a listed call that no page of the role contains or that
 * the role may make.
 */
export interface GuardedCalls {
  readonly calls: readonly string[];
  readonly roles: readonly Role[];
}

const within = (module: string, names: string): string[] => names.split(' ').map((name) => `/${module}/${name}`);

export const guardedCalls: readonly GuardedCalls[] = [
  // Enrolments and declarations share the code of their pages, which takes the paths of its calls from a table.
  { calls: within('enroll', 'submit withdraw getIdNumber decide'), roles: ['school', 'teacher', 'student'] },
  { calls: within('enroll', 'getList getById getTable getPlans enlist'), roles: ['school', 'teacher'] },
  { calls: within('batch', 'setStatus getList getById'), roles: ['school', 'teacher'] },
  { calls: within('declare', 'submit withdraw getIdNumber decide'), roles: ['enrollUser', 'enrollAdmin'] },
  { calls: within('declare', 'save getStudents submitFor'), roles: ['enrollUser'] },
  { calls: within('declare', 'getList getById getTargets enlist enrol'), roles: ['enrollAdmin'] },
  { calls: within('declaration', 'setStatus getList getById'), roles: ['enrollAdmin'] },
  // One page serves applicants and reviewers, and names the calls of both. Each of these roles may make only its own.
  { calls: within('enroll', 'getIdNumber decide'), roles: ['enrollUser'] },
  { calls: within('enroll', 'submit withdraw'), roles: ['enrollAdmin'] },
  { calls: within('declare', 'getIdNumber decide getStudents submitFor'), roles: ['student'] },
  { calls: within('declare', 'submit withdraw save'), roles: ['school', 'teacher'] },
  // Only accounts with the role `school`, not teachers, assign classes and open the registration of students.
  { calls: ['/class/assign', '/school/getRegistration', '/school/setRegistration'], roles: ['teacher'] },
  // People who sit exams or enrol have no second factor.
  {
    calls: within('user', 'getSecondFactor beginSecondFactor confirmSecondFactor endSecondFactor'),
    roles: ['student', 'examUser', 'enrollUser'],
  },
  // Only roles whose calls are of use to another system have API tokens.
  {
    calls: within('user', 'getApiTokens addApiToken removeApiToken'),
    roles: ['admin', 'marker', 'invigilator', 'student', 'examUser', 'system', 'db', 'question', 'enrollUser'],
  },
  // Administrators and teachers share a page. It lists paused webhooks to administrators only.
  { calls: ['/webhook/getList'], roles: ['teacher'] },
  // Only platform administrators filter the audit log by school.
  { calls: within('school', 'getList getById'), roles: ['school'] },
  // Only staff choose the person whose records they read.
  { calls: ['/user/getList'], roles: ['student', 'examUser'] },
  // The same code reads the chosen options of every list. It makes this call only for lists of people.
  { calls: ['/user/getListByIds'], roles: ['question', 'system', 'enrollAdmin', 'student', 'examUser'] },
];

/** Returns the calls that a page may make although one of its roles may not, and the guards that no page needs. */
export function checkPageCalls(
  readPage: PageReader,
  rows: readonly Pick<RouteRow, 'path' | 'access' | 'page'>[],
  specs: readonly (CallSpec & { readonly path: string })[],
  guards: readonly GuardedCalls[] = guardedCalls,
): RuleViolation[] {
  const guarded = new Set(guards.flatMap(({ calls, roles: of }) => calls.flatMap((call) => of.map((role) => `${role} ${call}`))));
  const needed = new Set<string>();
  const faults = rows.flatMap(({ path, access, page }) => {
    const code = readPage({ page });
    if (code === null) return [{ rule: 'page-calls', path, reason: 'its page is not written as (await import(file)).Name' }];
    return specs.flatMap((spec) => {
      if (typeof spec.access === 'string' || !code.paths.has(spec.path)) return [];
      const { access: callers } = spec;
      return (typeof access === 'string' ? roles : access).flatMap((role) => {
        if (callers.includes(role)) return [];
        const pair = `${role} ${spec.path}`;
        if (!guarded.has(pair)) return [{ rule: 'page-calls', path, reason: `${role} may not call ${spec.path}` }];
        needed.add(pair);
        return [];
      });
    });
  });
  const unused = [...guarded].filter((pair) => !needed.has(pair));
  return [
    ...faults,
    ...unused.map((pair) => ({ rule: 'page-calls', path: 'tests/architecture/page-calls.ts', reason: `no page needs the guard ${pair}` })),
  ];
}
