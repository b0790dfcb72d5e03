import { paperCategoryPage, createPaperRoutes } from './paper-pages.ts';
import { createAssignmentRoutes } from './assignment-pages.ts';
import { areaProfessionsPage } from './profession-pages.ts';
import { createBankRoutes, questionCategoryPage } from './question-pages.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

const homework = { access: staffRoles, layout: 'admin', group: 'homework' } as const satisfies Partial<RouteRow>;
const page = { ...homework, under: '/teacher/homework/index' } as const satisfies Partial<RouteRow>;

export const teacherHomeworkRoutes: readonly RouteRow[] = [
  ...createPaperRoutes('homework', '/teacher/homework', '/teacher/homework/index', ['作业', 'Homework']),
  {
    ...page,
    ...areaProfessionsPage,
    path: '/teacher/homework/paper/prof',
    title: ['职业列表', 'Professions'],
    access: ['admin', 'school'],
  },
  { ...homework, ...paperCategoryPage, path: '/teacher/homework/paper/category' },
  ...createBankRoutes({ ...homework, path: '/teacher/homework/questions', title: ['题库', 'Question bank'], sidebar: true }),
  {
    ...homework,
    ...questionCategoryPage,
    path: '/teacher/homework/category-question',
    title: ['题目分类', 'Question categories'],
    sidebar: true,
  },
  ...createAssignmentRoutes('homework', ['作业批改', 'Mark homework']),
  {
    ...homework,
    path: '/teacher/homework/student',
    title: ['学生作业', 'Homework by student'],
    sidebar: true,
    texts: ['assignment'],
    page: async () => (await import('../../features/assignment/pages/assignment-students-page.tsx')).AssignmentStudentsPage,
  },
  {
    ...homework,
    path: '/teacher/homework/correct',
    title: ['订正', 'Corrections'],
    sidebar: true,
    texts: ['assignment'],
    page: async () => (await import('../../features/assignment/pages/assignment-correct-page.tsx')).AssignmentCorrectionPage,
  },
];
