import type { RouteRow } from './route-row.ts';

const enroll = { layout: 'enroll', texts: ['filing', 'thing', 'codes'] } as const satisfies Partial<RouteRow>;

export const enrollRoutes: readonly RouteRow[] = [
  {
    ...enroll,
    path: '/enroll/main',
    title: 'enrollForm',
    access: ['enrollUser'],
    sidebar: true,
    calls: ['/batch/getOpen', '/enroll/getMine', '/enroll/submit', '/enroll/withdraw'],
    page: async () => (await import('../../features/filing/pages/enroll-main-page.tsx')).EnrollMainPage,
  },
  {
    ...enroll,
    path: '/enroll/index',
    title: 'enrollHome',
    access: ['enrollAdmin'],
    sidebar: true,
    calls: [
      '/batch/getList',
      '/batch/getById',
      '/batch/add',
      '/batch/modify',
      '/batch/remove',
      '/batch/setStatus',
      '/batch/getChoices',
      '/enroll/getCounts',
    ],
    page: async () => (await import('../../features/filing/pages/batch-list-page.tsx')).BatchListPage,
  },
  {
    ...enroll,
    path: '/enroll/list',
    title: 'enrollBank',
    access: ['enrollAdmin'],
    sidebar: true,
    under: '/enroll/index',
    calls: [
      '/enroll/getList',
      '/enroll/getById',
      '/enroll/getIdNumber',
      '/enroll/decide',
      '/enroll/getPlans',
      '/enroll/enlist',
      '/batch/getList',
    ],
    page: async () => (await import('../../features/filing/pages/review-page.tsx')).EnrollReviewPage,
  },
];
