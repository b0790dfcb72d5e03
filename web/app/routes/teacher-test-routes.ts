import { paperCategoryPage, paperPages } from './paper-pages.ts';
import { setPages } from './task-pages.ts';
import { areaProfsPage } from './prof-pages.ts';
import { bankRoutes, questionCategoryPage } from './question-pages.ts';
import { staff, type RouteRow } from './route-row.ts';

const test = { access: staff, layout: 'admin', group: 'test' } as const satisfies Partial<RouteRow>;

export const teacherTestRoutes: readonly RouteRow[] = [
  ...paperPages('test', '/teacher/test', '/teacher/test/index', 'testPapers'),
  {
    ...test,
    ...areaProfsPage,
    path: '/teacher/test/paper/prof',
    title: 'profs',
    access: ['admin', 'school'],
    under: '/teacher/test/index',
  },
  { ...test, ...paperCategoryPage, path: '/teacher/test/paper/category' },
  ...bankRoutes({ ...test, path: '/teacher/test/questions', title: 'questions', sidebar: true }),
  { ...test, ...questionCategoryPage, path: '/teacher/test/category-question', title: 'questionCategories', sidebar: true },
  ...setPages('test', 'setTests'),
  {
    ...test,
    path: '/teacher/test/practice',
    title: 'practiceOpen',
    sidebar: true,
    calls: ['/exercise/getCategories', '/exercise/setOpen'],
    texts: ['task'],
    page: async () => (await import('../../features/task/pages/practice-open-page.tsx')).PracticeOpenPage,
  },
];
