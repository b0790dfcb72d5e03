import { bankProfessionsPage, detailTablesPage, platformHomePage, professionsPage } from './shared-pages.ts';
import { createBankRoutes } from './question-pages.ts';
import type { RouteRow } from './route-row.ts';

const platform = { access: ['question'], layout: 'question' } as const satisfies Partial<RouteRow>;
const admin = { access: ['admin'], layout: 'admin', group: 'bank', sidebar: true } as const satisfies Partial<RouteRow>;

/** Pages of the question platform (user type 10), and of the super admin's question banks. Both use the address `/question/index`. */
export const questionRoutes: readonly RouteRow[] = [
  { ...platform, ...platformHomePage, path: '/question/index', title: ['平台首页', 'Platform home'], sidebar: true },
  { ...platform, ...bankProfessionsPage, path: '/question/profs', title: ['职业列表', 'Professions'], sidebar: true },
  ...createBankRoutes({
    access: ['question'],
    layout: 'question',
    path: '/question/List/:id',
    title: ['认证题库', 'Certified question bank'],
    ids: 'code',
    sidebar: 'here',
    under: '/question/profs',
  }),

  { ...admin, ...professionsPage, path: '/question/index', title: ['职业与工种', 'Professions and trades'] },
  { ...admin, ...detailTablesPage, path: '/question/recognizes', title: ['鉴定要素细目表', 'Detail tables'] },
  {
    ...admin,
    path: '/question/rule-set',
    title: ['资格条件', 'Eligibility rules'],
    texts: ['application', 'resource'],
    page: async () => (await import('../../features/application/pages/rule-set-list-page.tsx')).RuleSetListPage,
  },
  {
    access: ['admin'],
    layout: 'admin',
    group: 'bank',
    path: '/question/rule-set/:id',
    title: ['资格条件', 'Eligibility rules'],
    under: '/question/rule-set',
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/rule-set-page.tsx')).RuleSetPage,
  },
  ...createBankRoutes({
    access: ['admin'],
    layout: 'admin',
    group: 'bank',
    sidebar: true,
    path: '/question/list',
    title: ['认证题库', 'Certified question bank'],
  }),
];
