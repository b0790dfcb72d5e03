import { bankProfsPage, detailTablesPage, platformHomePage, professionsPage } from './prof-pages.ts';
import { bankRoutes } from './question-pages.ts';
import type { RouteRow } from './route-row.ts';

const platform = { access: ['question'], layout: 'question' } as const satisfies Partial<RouteRow>;
const admin = { access: ['admin'], layout: 'admin', group: 'bank', sidebar: true } as const satisfies Partial<RouteRow>;

/** The question platform (type 10) and the super admin's question management; `/question/index` is a page of each. */
export const questionRoutes: readonly RouteRow[] = [
  { ...platform, ...platformHomePage, path: '/question/index', title: 'platformHome', sidebar: true },
  { ...platform, ...bankProfsPage, path: '/question/profs', title: 'profs', sidebar: true },
  ...bankRoutes({
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
  ...bankRoutes({ access: ['admin'], layout: 'admin', group: 'bank', sidebar: true, path: '/question/list', title: 'certifiedBank' }),
];
