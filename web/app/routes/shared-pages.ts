import type { RouteRow } from './route-row.ts';

type Page = Pick<RouteRow, 'texts' | 'page'>;

/** Page of the catalogue of professions, for the administrators of that catalogue. */
export const professionsPage: Page = {
  texts: ['codes', 'prof', 'resource'],
  page: async () => (await import('../../features/profession/pages/profession-list-page.tsx')).ProfessionListPage,
};

/** Page of the professions that a school offers. */
export const schoolProfessionsPage: Page = {
  texts: ['codes', 'prof', 'resource'],
  page: async () => (await import('../../features/profession/pages/school-professions-page.tsx')).SchoolProfessionsPage,
};

/** Page of the professions that can be chosen in one area of the school, such as exams. It reads the area from its address. */
export const areaProfessionsPage: Page = {
  texts: ['codes', 'prof', 'resource'],
  page: async () => (await import('../../features/profession/pages/area-professions-page.tsx')).AreaProfessionsPage,
};

export const platformHomePage: Page = {
  texts: ['codes', 'prof'],
  page: async () => (await import('../../features/profession/pages/platform-home-page.tsx')).QuestionPlatformHomePage,
};

export const bankProfessionsPage: Page = {
  texts: ['codes', 'prof', 'resource'],
  page: async () => (await import('../../features/profession/pages/bank-professions-page.tsx')).BankProfessionsPage,
};

/** Page with the list of detail tables (of assessment points), and the editor of a single table. */
export const detailTablesPage: Page = {
  texts: ['codes', 'detail', 'workbook'],
  page: async () => (await import('../../features/detail/pages/detail-tables-page.tsx')).DetailTablesPage,
};

/** The user's own account: one page at two addresses. */
export const accountPage = {
  texts: ['account'],
  page: async () => (await import('../../features/account/pages/account-page.tsx')).AccountPage,
} as const satisfies Partial<RouteRow>;

/** The audit log. The server limits the entries to those that the user may see. */
export const auditPage: Pick<RouteRow, 'title' | 'texts' | 'page' | 'sidebar' | 'layout'> = {
  title: ['操作日志', 'Audit log'],
  layout: 'admin',
  sidebar: true,
  texts: ['audit'],
  page: async () => (await import('../../features/audit/pages/audit-page.tsx')).AuditPage,
};
