import { paperCategoryPage, createPaperRoutes } from './paper-pages.ts';
import { createAssignmentRoutes } from './assignment-pages.ts';
import { areaProfessionsPage } from './profession-pages.ts';
import { createBankRoutes, questionCategoryPage } from './question-pages.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

const test = { access: staffRoles, layout: 'admin', group: 'test' } as const satisfies Partial<RouteRow>;

export const teacherTestRoutes: readonly RouteRow[] = [
  ...createPaperRoutes('test', '/teacher/test', '/teacher/test/index', 'testPapers'),
  {
    ...test,
    ...areaProfessionsPage,
    path: '/teacher/test/paper/prof',
    title: 'profs',
    access: ['admin', 'school'],
    under: '/teacher/test/index',
  },
  { ...test, ...paperCategoryPage, path: '/teacher/test/paper/category' },
  ...createBankRoutes({ ...test, path: '/teacher/test/questions', title: 'questions', sidebar: true }),
  { ...test, ...questionCategoryPage, path: '/teacher/test/category-question', title: 'questionCategories', sidebar: true },
  ...createAssignmentRoutes('test', 'setTests'),
  {
    ...test,
    path: '/teacher/test/practice',
    title: 'practiceOpen',
    sidebar: true,
    texts: ['assignment'],
    page: async () => (await import('../../features/assignment/pages/practice-open-page.tsx')).PracticeOpenPage,
  },
];
