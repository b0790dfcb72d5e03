import { auditPage } from './audit-page.ts';
import { professionsPage } from './profession-pages.ts';
import type { RouteRow } from './route-row.ts';

const school = { access: ['admin'], layout: 'admin', group: 'schools' } as const satisfies Partial<RouteRow>;

const edit = {
  ...school,
  under: '/school/index',
  texts: ['school'],
  page: async () => (await import('../../features/school/pages/school-edit-page.tsx')).SchoolEditPage,
} as const satisfies Partial<RouteRow>;

/** Schools, for the super admin; settings, for the system user. */
export const schoolRoutes: readonly RouteRow[] = [
  {
    ...school,
    path: '/school/index',
    title: 'schools',
    sidebar: true,
    texts: ['firstSteps', 'school'],
    page: async () => (await import('../../features/school/pages/school-list-page.tsx')).SchoolListPage,
  },
  { ...edit, path: '/school/assets/add-edit', title: 'schoolCreate' },
  { ...edit, path: '/school/assets/add-edit/:id', title: 'schoolEdit' },
  {
    ...school,
    path: '/school/assets/set-user/:id',
    title: 'schoolAdmins',
    under: '/school/index',
    texts: ['school', 'resource'],
    page: async () => (await import('../../features/school/pages/account-pages.tsx')).SchoolPeoplePage,
  },
  { ...school, ...professionsPage, path: '/school/assets/prof', title: 'globalProfs', sidebar: true },
  {
    ...school,
    path: '/school/assets/user',
    title: 'allUsers',
    sidebar: true,
    texts: ['school', 'resource'],
    page: async () => (await import('../../features/school/pages/account-pages.tsx')).AllUsersPage,
  },
  {
    ...school,
    path: '/school/assets/user-db',
    title: 'bankAdmins',
    sidebar: true,
    texts: ['school', 'resource'],
    page: async () => (await import('../../features/school/pages/account-pages.tsx')).BankAdminsPage,
  },
  {
    ...school,
    path: '/school/assets/user-bk',
    title: 'enrollAdmins',
    sidebar: true,
    texts: ['school', 'resource'],
    page: async () => (await import('../../features/school/pages/account-pages.tsx')).EnrollAdminsPage,
  },

  {
    path: '/system/index',
    title: 'systemSettings',
    access: ['system', 'db'],
    layout: 'admin',
    group: 'system',
    sidebar: true,
    texts: ['system'],
    page: async () => (await import('../../features/system/pages/system-page.tsx')).SystemPage,
  },
  { ...auditPage, path: '/system/audit', access: ['system', 'admin'], group: 'system' },
];
