import { notYet } from './not-yet.ts';
import { paperCategoryPage, paperPages } from './paper-pages.ts';
import { areaProfsPage } from './prof-pages.ts';
import { bankRoutes, questionCategoryPage } from './question-pages.ts';
import { staff, type RouteRow } from './route-row.ts';

const exam = { access: staff, layout: 'admin', group: 'exam' } as const satisfies Partial<RouteRow>;
const organise = { ...notYet, ...exam, group: 'organise', sidebar: true } as const satisfies Partial<RouteRow>;

export const teacherExamRoutes: readonly RouteRow[] = [
  ...paperPages('exam', '/teacher/exam', '/teacher/exam/index', 'papers'),
  ...bankRoutes({ ...exam, path: '/teacher/exam/questions', title: 'questions', sidebar: true }),
  {
    ...exam,
    path: '/teacher/exam/exam-plan',
    title: 'plans',
    sidebar: true,
    calls: ['/exam/getList'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../../features/exam-plan/pages/plan-list-page.tsx')).PlanListPage,
  },
  {
    ...exam,
    path: '/teacher/exam/exam-plan/create',
    title: 'planCreate',
    writes: true,
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/add', '/user/getExamUserList', '/paper/getList'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../../features/exam-plan/pages/plan-edit-page.tsx')).PlanEditPage,
  },
  {
    ...exam,
    path: '/teacher/exam/exam-plan/create/:planId',
    title: 'planEdit',
    writes: true,
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/getById', '/exam/modify', '/user/getExamUserList', '/paper/getList'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../../features/exam-plan/pages/plan-edit-page.tsx')).PlanEditPage,
  },
  {
    ...exam,
    path: '/teacher/exam/exam-plan/item/:planId',
    title: 'plan',
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/getById', '/exam/publish'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../../features/exam-plan/pages/plan-board-page.tsx')).PlanBoardPage,
  },
  {
    ...exam,
    path: '/teacher/exam/exam-plan/user/:planId',
    title: 'planUsers',
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/getById', '/exam/publish'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../../features/exam-plan/pages/plan-users-page.tsx')).PlanUsersPage,
  },
  {
    ...exam,
    path: '/teacher/exam/exam-plan/score/:planId',
    title: 'planScores',
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/getById', '/exam/publish', '/paper/getList'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../../features/exam-plan/pages/plan-scores-page.tsx')).PlanScoresPage,
  },
  {
    ...exam,
    ...areaProfsPage,
    path: '/teacher/exam/paper/prof',
    title: 'profs',
    access: ['admin', 'school'],
    under: '/teacher/exam/index',
  },
  { ...exam, ...paperCategoryPage, path: '/teacher/exam/paper/category' },
  { ...exam, ...questionCategoryPage, path: '/teacher/exam/category-question', title: 'questionCategories', sidebar: true },

  { ...organise, path: '/teacher/exam/exam-place', title: 'places' },
  { ...organise, path: '/teacher/exam/exam-user', title: 'examUsers' },
  { ...organise, path: '/teacher/exam/invigilator', title: 'invigilators' },
  { ...organise, path: '/teacher/exam/marker-group', title: 'markerGroups' },
  { ...organise, path: '/teacher/exam/marker', title: 'markers' },
  { ...notYet, ...exam, path: '/teacher/exam/exam-room/:id', title: 'rooms', group: 'organise', under: '/teacher/exam/exam-place' },
];
