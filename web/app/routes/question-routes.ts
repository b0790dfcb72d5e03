import { bankProfessionsPage, detailTablesPage, platformHomePage, professionsPage } from './profession-pages.ts';
import { createBankRoutes } from './question-pages.ts';
import type { RouteRow } from './route-row.ts';

const platform = { access: ['question'], layout: 'question' } as const satisfies Partial<RouteRow>;
const admin = { access: ['admin'], layout: 'admin', group: 'bank', sidebar: true } as const satisfies Partial<RouteRow>;

/** The question platform (user type 10) and the super admin's question management. `/question/index` is a page of both. */
export const questionRoutes: readonly RouteRow[] = [
  { ...platform, ...platformHomePage, path: '/question/index', title: 'platformHome', sidebar: true },
  { ...platform, ...bankProfessionsPage, path: '/question/profs', title: 'profs', sidebar: true },
  ...createBankRoutes({
    access: ['question'],
    layout: 'question',
    path: '/question/List/:id',
    title: 'certifiedBank',
    ids: 'code',
    sidebar: 'here',
    under: '/question/profs',
  }),

  { ...admin, ...professionsPage, path: '/question/index', title: 'trades' },
  { ...admin, ...detailTablesPage, path: '/question/recognizes', title: 'detailTables' },
  {
    ...admin,
    path: '/question/rule-set',
    title: 'ruleSets',
    texts: ['application', 'resource'],
    page: async () => (await import('../../features/application/pages/rule-set-list-page.tsx')).RuleSetListPage,
  },
  {
    access: ['admin'],
    layout: 'admin',
    group: 'bank',
    path: '/question/rule-set/:id',
    title: 'ruleSets',
    under: '/question/rule-set',
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/rule-set-page.tsx')).RuleSetPage,
  },
  ...createBankRoutes({ access: ['admin'], layout: 'admin', group: 'bank', sidebar: true, path: '/question/list', title: 'certifiedBank' }),
];
