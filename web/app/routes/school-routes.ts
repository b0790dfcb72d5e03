import { notYet } from './not-yet.ts';
import { professionsPage } from './prof-pages.ts';
import type { RouteRow } from './route-row.ts';

const school = { ...notYet, access: ['admin'], layout: 'admin', group: 'schools' } as const satisfies Partial<RouteRow>;

/** The super admin's schools, and the system user's settings. */
export const schoolRoutes: readonly RouteRow[] = [
  { ...school, path: '/school/index', title: 'schools', sidebar: true },
  { ...school, path: '/school/assets/add-edit', title: 'schoolCreate', under: '/school/index' },
  { ...school, path: '/school/assets/add-edit/:id', title: 'schoolEdit', under: '/school/index' },
  { ...school, path: '/school/assets/set-user/:id', title: 'schoolAdmins', under: '/school/index' },
  { ...school, ...professionsPage, path: '/school/assets/prof', title: 'globalProfs', sidebar: true },
  { ...school, path: '/school/assets/user', title: 'allUsers', sidebar: true },
  { ...school, path: '/school/assets/user-db', title: 'bankAdmins', sidebar: true },
  { ...school, path: '/school/assets/user-bk', title: 'enrollAdmins', sidebar: true },

  {
    ...notYet,
    path: '/system/index',
    title: 'systemSettings',
    access: ['system', 'db'],
    layout: 'admin',
    group: 'system',
    sidebar: true,
  },
];
