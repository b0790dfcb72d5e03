import { paperCategoryPage, paperPages } from './paper-pages.ts';
import { setPages } from './task-pages.ts';
import { areaProfsPage } from './prof-pages.ts';
import { bankRoutes, questionCategoryPage } from './question-pages.ts';
import { staff, type RouteRow } from './route-row.ts';

const homework = { access: staff, layout: 'admin', group: 'homework' } as const satisfies Partial<RouteRow>;
const page = { ...homework, under: '/teacher/homework/index' } as const satisfies Partial<RouteRow>;

export const teacherHomeworkRoutes: readonly RouteRow[] = [
  ...paperPages('homework', '/teacher/homework', '/teacher/homework/index', 'homework'),
  { ...page, ...areaProfsPage, path: '/teacher/homework/paper/prof', title: 'profs', access: ['admin', 'school'] },
  { ...homework, ...paperCategoryPage, path: '/teacher/homework/paper/category' },
  ...bankRoutes({ ...homework, path: '/teacher/homework/questions', title: 'questions', sidebar: true }),
  { ...homework, ...questionCategoryPage, path: '/teacher/homework/category-question', title: 'questionCategories', sidebar: true },
  ...setPages('homework', 'homeworkMarking'),
  {
    ...homework,
    path: '/teacher/homework/student',
    title: 'homeworkStudents',
    sidebar: true,
    calls: ['/task/getStudents'],
    texts: ['task'],
    page: async () => (await import('../../features/task/pages/task-students-page.tsx')).TaskStudentsPage,
  },
  {
    ...homework,
    path: '/teacher/homework/correct',
    title: 'homeworkCorrection',
    sidebar: true,
    calls: ['/task/getReturned'],
    texts: ['task'],
    page: async () => (await import('../../features/task/pages/task-correct-page.tsx')).TaskCorrectPage,
  },
];
