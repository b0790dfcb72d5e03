import { notYet } from './not-yet.ts';
import { schoolProfsPage } from './prof-pages.ts';
import { sitter, staff, type RouteRow } from './route-row.ts';

const manage = { ...notYet, access: ['school'], layout: 'admin', group: 'manage', sidebar: true } as const satisfies Partial<RouteRow>;
const students = { ...notYet, access: staff, layout: 'admin', group: 'students' } as const satisfies Partial<RouteRow>;

/** A teacher's home, and the people of the school. */
export const teacherRoutes: readonly RouteRow[] = [
  {
    path: '/teacher/home/index',
    title: 'teacherHome',
    access: staff,
    layout: 'admin',
    sidebar: true,
    calls: ['/exam/getList', '/paper/getList', '/question/getCategories'],
    texts: ['home', 'codes'],
    page: async () => (await import('../../features/home/pages/teacher-home-page.tsx')).TeacherHomePage,
  },
  {
    path: '/teacher/:planId',
    title: 'examNotice',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/getById', '/exam/publish'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../../features/exam-plan/pages/plan-notice-page.tsx')).PlanNoticePage,
  },
];

/** At the sidebar's end: what is set up once and looked at seldom. */
export const peopleRoutes: readonly RouteRow[] = [
  { ...students, path: '/teacher/student/index', title: 'students', sidebar: true },
  { ...students, path: '/teacher/student/statistics', title: 'learnStatistics', sidebar: true },
  { ...students, path: '/teacher/student/statistics/progress', title: 'learnProgress', under: '/teacher/student/statistics' },
  { ...students, path: '/teacher/student/statistics/progress/:id', title: 'learnProgress', under: '/teacher/student/statistics' },

  { ...manage, path: '/teacher/manage/teacher', title: 'teachers' },
  { ...manage, ...schoolProfsPage, path: '/teacher/manage/prof', title: 'schoolProfs' },
  { ...manage, path: '/teacher/manage/class', title: 'classes' },

  // Whom the specification sends here: its "manage" link of the user types 1, 2 and 9, and the teachers.
  { ...notYet, path: '/teacher/user/index', title: 'ownSettings', access: [...staff, 'admin', 'system'], layout: 'admin', sidebar: true },
  { ...notYet, path: '/student/user/index', title: 'records', access: [...sitter, ...staff], layout: 'admin', sidebar: true },
];
