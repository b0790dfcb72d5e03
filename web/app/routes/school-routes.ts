import { auditPage, professionsPage } from './shared-pages.ts';
import type { RouteRow } from './route-row.ts';

const school = { access: ['admin'], layout: 'admin', group: 'schools' } as const satisfies Partial<RouteRow>;

const edit = {
  ...school,
  under: '/school/index',
  texts: ['school'],
  page: async () => (await import('../../features/school/pages/school-edit-page.tsx')).SchoolEditPage,
} as const satisfies Partial<RouteRow>;

/** Route rows of the schools, for the super admin, and of the platform's settings, for the system user. */
export const schoolRoutes: readonly RouteRow[] = [
  {
    ...school,
    path: '/school/index',
    title: ['学校列表', 'Schools'],
    sidebar: true,
    texts: ['firstSteps', 'school'],
    page: async () => (await import('../../features/school/pages/school-list-page.tsx')).SchoolListPage,
  },
  { ...edit, path: '/school/assets/add-edit', title: ['新建学校', 'New school'] },
  { ...edit, path: '/school/assets/add-edit/:id', title: ['编辑学校', 'Edit school'] },
  {
    ...school,
    path: '/school/assets/set-user/:id',
    title: ['学校账号', 'School accounts'],
    under: '/school/index',
    texts: ['school', 'resource'],
    page: async () => (await import('../../features/school/pages/account-pages.tsx')).SchoolPeoplePage,
  },
  { ...school, ...professionsPage, path: '/school/assets/prof', title: ['全局职业', 'Global professions'], sidebar: true },
  {
    ...school,
    path: '/school/assets/user',
    title: ['全部用户', 'All users'],
    sidebar: true,
    texts: ['school', 'resource'],
    page: async () => (await import('../../features/school/pages/account-pages.tsx')).AllUsersPage,
  },
  {
    ...school,
    path: '/school/assets/user-db',
    title: ['题库管理员', 'Question bank administrators'],
    sidebar: true,
    texts: ['school', 'resource'],
    page: async () => (await import('../../features/school/pages/account-pages.tsx')).BankAdminsPage,
  },
  {
    ...school,
    path: '/school/assets/user-bk',
    title: ['报名管理员', 'Enrolment administrators'],
    sidebar: true,
    texts: ['school', 'resource'],
    page: async () => (await import('../../features/school/pages/account-pages.tsx')).EnrollAdminsPage,
  },

  {
    path: '/system/index',
    title: ['系统设置', 'System settings'],
    access: ['system', 'db'],
    layout: 'admin',
    group: 'system',
    sidebar: true,
    texts: ['system'],
    page: async () => (await import('../../features/system/pages/system-page.tsx')).SystemPage,
  },
  { ...auditPage, path: '/system/audit', access: ['system', 'admin'], group: 'system' },
];
