import { notYet } from './not-yet.ts';
import { areaProfsPage } from './prof-pages.ts';
import { staff, type RouteRow } from './route-row.ts';

const test = { ...notYet, access: staff, layout: 'admin', group: 'test' } as const satisfies Partial<RouteRow>;

export const teacherTestRoutes: readonly RouteRow[] = [
  { ...test, path: '/teacher/test/index', title: 'testPapers', sidebar: true },
  { ...test, path: '/teacher/test/paper/create', title: 'paperCreate', under: '/teacher/test/index' },
  { ...test, path: '/teacher/test/paper/create/:id', title: 'paperEdit', under: '/teacher/test/index' },
  {
    ...test,
    ...areaProfsPage,
    path: '/teacher/test/paper/prof',
    title: 'profs',
    access: ['admin', 'school'],
    under: '/teacher/test/index',
  },
  { ...test, path: '/teacher/test/paper/category', title: 'paperCategories', sidebar: true },
  { ...test, path: '/teacher/test/paper-form', title: 'paper', under: '/teacher/test/index' },
  { ...test, path: '/teacher/test/paper-form/:id', title: 'paper', under: '/teacher/test/index' },
  {
    ...test,
    path: '/teacher/test/questions',
    title: 'questions',
    sidebar: true,
    calls: ['/question/getList', '/question/getById', '/question/getCategories'],
    texts: ['question', 'codes'],
    page: async () => (await import('../../features/question/pages/question-list-page.tsx')).QuestionListPage,
  },
  { ...test, path: '/teacher/test/category-question', title: 'questionCategories', sidebar: true },
];
