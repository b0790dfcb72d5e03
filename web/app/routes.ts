import type { ComponentType } from 'react';
import type { Role } from '../../sync/contract/roles.ts';
import type { CallPath } from '../platform/call-path.ts';
import type { appTexts } from './app-texts.ts';
import type { LaterTexts } from './texts.ts';

type Texts = (typeof appTexts)['zh-CN'];
export type TitleKey = keyof Texts['titles'];
export type GroupKey = keyof Texts['groups'];

/** One page: router, sidebar, breadcrumb, title and guard all read this and nothing else. */
export interface RouteRow {
  readonly path: string;
  readonly title: TitleKey;
  readonly access: 'public' | readonly Role[];
  /** `plain`: the page fills the window. `admin`: sidebar and navbar around it. */
  readonly layout: 'plain' | 'admin';
  /** Second step of the breadcrumb, and the sidebar's heading. */
  readonly group?: GroupKey;
  /** Stands in the sidebar; without `group` it stands at the top level. */
  readonly sidebar?: true;
  /** Path of the page above this one, for the breadcrumb and for what the sidebar marks. */
  readonly under?: string;
  /** Somebody may be sitting an exam here: no dialog about the session covers it (SY11). */
  readonly sitting?: true;
  /** A test proves that every role of the page may make each of these. */
  readonly calls: readonly CallPath[];
  /** Catalogues it speaks from, besides those every page has. */
  readonly texts: readonly LaterTexts[];
  readonly page: () => Promise<ComponentType>;
}

const staff = ['school', 'teacher'] as const satisfies readonly Role[];

const sitter = ['student', 'examUser'] as const satisfies readonly Role[];

const noticeListPage = async () => (await import('../features/exam-sitting/pages/notice-list-page.tsx')).NoticeListPage;

const signIn = {
  title: 'signIn',
  access: 'public',
  layout: 'plain',
  calls: ['/school/getByWebsite', '/user/login', '/user/getInfo'],
  texts: ['signIn'],
} as const;
const signInPage = async () => (await import('../features/sign-in/pages/sign-in-page.tsx')).SignInPage;

export const routeRows: readonly RouteRow[] = [
  { ...signIn, path: '/login', page: signInPage },
  { ...signIn, path: '/login/:id', page: signInPage },
  { ...signIn, path: '/o/login/:id', page: signInPage },
  {
    path: '/404',
    title: 'notFound',
    access: 'public',
    layout: 'plain',
    calls: [],
    texts: [],
    page: async () => (await import('./error-page.tsx')).NotFoundPage,
  },
  {
    path: '/500',
    title: 'failure',
    access: 'public',
    layout: 'plain',
    calls: [],
    texts: [],
    page: async () => (await import('./error-page.tsx')).FailurePage,
  },

  {
    path: '/teacher/home/index',
    title: 'teacherHome',
    access: staff,
    layout: 'admin',
    sidebar: true,
    calls: ['/exam/getList', '/paper/getList', '/question/getCategories'],
    texts: ['home', 'codes'],
    page: async () => (await import('../features/home/pages/teacher-home-page.tsx')).TeacherHomePage,
  },
  {
    path: '/teacher/exam/index',
    title: 'papers',
    access: staff,
    layout: 'admin',
    group: 'exam',
    sidebar: true,
    calls: ['/paper/getList'],
    texts: ['paper', 'codes'],
    page: async () => (await import('../features/paper/pages/paper-list-page.tsx')).PaperListPage,
  },
  {
    path: '/teacher/exam/paper/create',
    title: 'paperCreate',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/index',
    calls: ['/paper/add', '/question/getCategories'],
    texts: ['paper', 'codes'],
    page: async () => (await import('../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
  },
  {
    path: '/teacher/exam/paper/create/:paperId',
    title: 'paperEdit',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/index',
    calls: ['/paper/getById', '/paper/modify', '/question/getCategories'],
    texts: ['paper', 'codes'],
    page: async () => (await import('../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
  },
  {
    path: '/teacher/exam/paper-form/:paperId',
    title: 'paper',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/index',
    calls: ['/paper/getById', '/paper/draw'],
    texts: ['paper', 'codes'],
    page: async () => (await import('../features/paper/pages/paper-assembly-page.tsx')).PaperAssemblyPage,
  },
  {
    path: '/teacher/exam/questions',
    title: 'questions',
    access: staff,
    layout: 'admin',
    group: 'exam',
    sidebar: true,
    calls: ['/question/getList', '/question/getById', '/question/getCategories'],
    texts: ['question', 'codes'],
    page: async () => (await import('../features/question/pages/question-list-page.tsx')).QuestionListPage,
  },
  {
    path: '/teacher/exam/questions/import',
    title: 'questionImport',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/questions',
    calls: ['/question/importPreview', '/question/import'],
    texts: ['question', 'codes'],
    page: async () => (await import('../features/question/pages/question-import-page.tsx')).QuestionImportPage,
  },
  {
    path: '/teacher/exam/exam-plan',
    title: 'plans',
    access: staff,
    layout: 'admin',
    group: 'exam',
    sidebar: true,
    calls: ['/exam/getList'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../features/exam-plan/pages/plan-list-page.tsx')).PlanListPage,
  },
  {
    path: '/teacher/exam/exam-plan/create',
    title: 'planCreate',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/add', '/user/getExamUserList', '/paper/getList'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../features/exam-plan/pages/plan-edit-page.tsx')).PlanEditPage,
  },
  {
    path: '/teacher/exam/exam-plan/create/:planId',
    title: 'planEdit',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/getById', '/exam/modify', '/user/getExamUserList', '/paper/getList'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../features/exam-plan/pages/plan-edit-page.tsx')).PlanEditPage,
  },
  {
    path: '/teacher/exam/exam-plan/item/:planId',
    title: 'plan',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/getById', '/exam/publish'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../features/exam-plan/pages/plan-board-page.tsx')).PlanBoardPage,
  },
  {
    path: '/teacher/exam/exam-plan/user/:planId',
    title: 'planUsers',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/getById', '/exam/publish'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../features/exam-plan/pages/plan-users-page.tsx')).PlanUsersPage,
  },
  {
    path: '/teacher/exam/exam-plan/score/:planId',
    title: 'planScores',
    access: staff,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/exam-plan',
    calls: ['/exam/getById', '/exam/publish', '/paper/getList'],
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../features/exam-plan/pages/plan-scores-page.tsx')).PlanScoresPage,
  },

  {
    path: '/test',
    title: 'selfCheck',
    access: 'public',
    layout: 'plain',
    calls: ['/sync/time'],
    texts: ['examSitting'],
    page: async () => (await import('../features/exam-sitting/pages/self-check-page.tsx')).SelfCheckPage,
  },
  {
    path: '/student/home/index',
    title: 'notices',
    access: sitter,
    layout: 'admin',
    sidebar: true,
    calls: ['/exam/myList'],
    texts: ['examSitting'],
    page: noticeListPage,
  },
  {
    path: '/student/home/:planId',
    title: 'notice',
    access: sitter,
    layout: 'admin',
    under: '/student/home/index',
    calls: ['/exam/myList', '/exam/enter', '/exam/getPackage', '/sync/time'],
    texts: ['examSitting'],
    page: async () => (await import('../features/exam-sitting/pages/notice-page.tsx')).NoticePage,
  },
  {
    path: '/student/exam/index',
    title: 'notices',
    access: sitter,
    layout: 'admin',
    under: '/student/home/index',
    calls: ['/exam/myList'],
    texts: ['examSitting'],
    page: noticeListPage,
  },
  {
    path: '/student/exam/item/:planId',
    title: 'sitting',
    access: sitter,
    layout: 'plain',
    sitting: true,
    calls: ['/exam/myList', '/exam/enter', '/exam/getPackage', '/exam/release', '/exam/myAnswers', '/sync/time'],
    texts: ['examSitting'],
    page: async () => (await import('../features/exam-sitting/pages/player-page.tsx')).PlayerPage,
  },
  {
    path: '/student/exam/score/:planId',
    title: 'myScore',
    access: sitter,
    layout: 'admin',
    under: '/student/home/index',
    calls: ['/exam/myScore'],
    texts: ['examSitting'],
    page: async () => (await import('../features/exam-sitting/pages/score-page.tsx')).ScorePage,
  },
];

/** Paths whose id must be a number (spec section 5), though the router's own patterns can't say so. */
export const numericParams: ReadonlySet<string> = new Set(['planId', 'paperId', 'questionId']);
