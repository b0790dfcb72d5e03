import type { RouteRow } from './route-row.ts';

type Page = Pick<RouteRow, 'calls' | 'texts' | 'page'>;
const texts = ['thing', 'prof', 'codes'] as const;

/** The catalogue of professions, for those who keep it. */
export const professionsPage: Page = {
  calls: ['/prof/getList', '/prof/getById', '/prof/add', '/prof/modify', '/prof/setStatus', '/prof/remove'],
  texts,
  page: async () => (await import('../../features/prof/pages/profession-list-page.tsx')).ProfessionListPage,
};

/** What a school offers of it. */
export const schoolProfsPage: Page = {
  calls: ['/prof/getList', '/prof/setOffered'],
  texts,
  page: async () => (await import('../../features/prof/pages/school-profs-page.tsx')).SchoolProfsPage,
};

/** Which of these an area of its work can choose; the page reads the area from its own address. */
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

/** Detail tables: the list, and one of them open. */
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
