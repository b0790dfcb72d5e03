import type { RouteRow } from './route-row.ts';

const enroll = { layout: 'enroll' } as const satisfies Partial<RouteRow>;

export const enrollRoutes: readonly RouteRow[] = [
  {
    ...enroll,
    path: '/enroll/main',
    title: ['报名表', 'Application form'],
    access: ['enrollUser'],
    sidebar: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/enroll-main-page.tsx')).EnrollMainPage,
  },
  {
    ...enroll,
    path: '/enroll/index',
    title: ['报名首页', 'Enrolment'],
    access: ['enrollAdmin'],
    sidebar: true,
    texts: ['codes', 'application', 'resource'],
    page: async () => (await import('../../features/application/pages/batch-list-page.tsx')).BatchListPage,
  },
  {
    ...enroll,
    path: '/enroll/index/import',
    title: ['整班导入', 'Import a class'],
    access: ['enrollAdmin'],
    under: '/enroll/index',
    writes: true,
    texts: ['application', 'workbook'],
    page: async () => (await import('../../features/application/pages/class-import-page.tsx')).ClassImportPage,
  },
  {
    ...enroll,
    path: '/enroll/list',
    title: ['报名库', 'Application records'],
    access: ['enrollAdmin'],
    sidebar: true,
    under: '/enroll/index',
    wide: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/review-page.tsx')).EnrollReviewPage,
  },
];
