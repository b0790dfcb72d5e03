import type { RouteRow } from './route-row.ts';

type Page = Pick<RouteRow, 'calls' | 'texts' | 'page'>;
const texts = ['thing', 'prof', 'codes'] as const;

/** Catalogue of professions, for its administrators. */
export const professionsPage: Page = {
  calls: ['/prof/getList', '/prof/getById', '/prof/add', '/prof/modify', '/prof/setStatus', '/prof/remove'],
  texts,
  page: async () => (await import('../../features/prof/pages/profession-list-page.tsx')).ProfessionListPage,
};

/** Professions that a school offers. */
export const schoolProfsPage: Page = {
  calls: ['/prof/getList', '/prof/setOffered'],
  texts,
  page: async () => (await import('../../features/prof/pages/school-profs-page.tsx')).SchoolProfsPage,
};

/** Professions that one area of the school can choose. The page reads the area from its address. */
export const areaProfsPage: Page = {
  calls: ['/prof/getList', '/prof/setArea'],
  texts,
  page: async () => (await import('../../features/prof/pages/area-profs-page.tsx')).AreaProfsPage,
};

export const platformHomePage: Page = {
  calls: ['/prof/getList', '/detail/getList', '/question/getCount'],
  texts,
  page: async () => (await import('../../features/prof/pages/platform-home-page.tsx')).PlatformHomePage,
};

export const bankProfsPage: Page = {
  calls: ['/prof/getList'],
  texts,
  page: async () => (await import('../../features/prof/pages/bank-profs-page.tsx')).BankProfsPage,
};

/** Detail tables: the list, and the editor of one table. */
export const detailTablesPage: Page = {
  calls: [
    '/detail/getList',
    '/detail/getById',
    '/detail/add',
    '/detail/modify',
    '/detail/publish',
    '/detail/withdraw',
    '/detail/remove',
    '/prof/getList',
  ],
  texts: ['detail', 'codes'],
  page: async () => (await import('../../features/detail/pages/detail-tables-page.tsx')).DetailTablesPage,
};
