import type { apiContract, ModuleName } from './index.ts';
import type { ApiScope } from './people/api-token.ts';

type ModuleCalls = { readonly [M in ModuleName]?: readonly (keyof (typeof apiContract)[M])[] };

/**
 * Lists the calls of each scope of API tokens. A token can make no other call. No scope lets a token read or change passwords, sessions, questions,
 * keys, codes or answers of exams, create accounts, or read ID numbers together with admission ticket numbers.
 */
const scopeModules: Readonly<Record<ApiScope, ModuleCalls>> = {
  readPeople: { user: ['getList', 'getById', 'getCount'], class: ['getList', 'getById'], prof: ['getList', 'getById'] },
  changePeople: { user: ['setStatus'], class: ['add', 'modify', 'assign', 'remove'] },
  readExams: {
    exam: ['getList'],
    examPlace: ['getList', 'getById'],
    examRoom: ['getList', 'getById', 'getOptions'],
  },
  changeExams: { examPlace: ['add', 'modify', 'remove'], examRoom: ['add', 'addMany', 'modify', 'remove'] },
  readResults: { record: ['getList'], certificate: ['getById'] },
  readLearning: {
    course: ['getList', 'getById', 'getFigures'],
    progress: ['getList', 'getById', 'getClasses', 'getOverview'],
    info: ['getList', 'getById'],
  },
  changeLearning: { info: ['add', 'modify', 'setStatus', 'remove'] },
  readApplications: {
    batch: ['getList', 'getById'],
    enroll: ['getList', 'getById', 'getCounts', 'getTable'],
    declaration: ['getList', 'getById'],
    declare: ['getList', 'getById', 'getCounts'],
  },
  decideApplications: { enroll: ['decide'], declare: ['decide'] },
};

/** Paths of the calls that each scope of API tokens allows. */
export const apiScopeCalls: ReadonlyMap<ApiScope, ReadonlySet<string>> = new Map(
  Object.entries(scopeModules).map(([scope, modules]) => [
    scope as ApiScope,
    new Set(Object.entries(modules).flatMap(([module, verbs]) => (verbs as readonly string[]).map((verb) => `/${module}/${verb}`))),
  ]),
);

/** Tells whether a token with these scopes may be used for a call. Its owner must be allowed to make the call, too. */
export const hasScopeFor = (scopes: readonly ApiScope[], path: string): boolean =>
  scopes.some((scope) => apiScopeCalls.get(scope)?.has(path) === true);
