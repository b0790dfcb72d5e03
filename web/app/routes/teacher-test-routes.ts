import { paperCategoryPage, createPaperRoutes } from './paper-pages.ts';
import { createAssignmentRoutes } from './assignment-pages.ts';
import { areaProfessionsPage } from './profession-pages.ts';
import { createBankRoutes, questionCategoryPage } from './question-pages.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

const test = { access: staffRoles, layout: 'admin', group: 'test' } as const satisfies Partial<RouteRow>;

export const teacherTestRoutes: readonly RouteRow[] = [
  ...createPaperRoutes('test', '/teacher/test', '/teacher/test/index', ['测试试卷', 'Test papers']),
  {
    ...test,
    ...areaProfessionsPage,
    path: '/teacher/test/paper/prof',
    title: ['职业列表', 'Professions'],
    access: ['admin', 'school'],
    under: '/teacher/test/index',
  },
  { ...test, ...paperCategoryPage, path: '/teacher/test/paper/category' },
  ...createBankRoutes({ ...test, path: '/teacher/test/questions', title: ['题库', 'Question bank'], sidebar: true }),
  { ...test, ...questionCategoryPage, path: '/teacher/test/category-question', title: ['题目分类', 'Question categories'], sidebar: true },
  ...createAssignmentRoutes('test', ['发布测试', 'Set mock tests']),
  {
    ...test,
    path: '/teacher/test/practice',
    title: ['开放练习', 'Open practice'],
    sidebar: true,
    texts: ['assignment'],
    page: async () => (await import('../../features/assignment/pages/practice-open-page.tsx')).PracticeOpenPage,
  },
];
