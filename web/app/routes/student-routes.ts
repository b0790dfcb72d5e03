import { playerRoutes } from './player-routes.ts';
import { examineeRoles, type RouteRow } from './route-row.ts';

const mine = { access: examineeRoles, layout: 'admin' } as const satisfies Partial<RouteRow>;
const learning = { access: examineeRoles, layout: 'admin' } as const satisfies Partial<RouteRow>;
/** Pages of students only; examinees who are not students have none of these. */
const studentOnly = { ...mine, access: ['student'] } as const satisfies Partial<RouteRow>;

const exercises = { ...mine, under: '/student/exercises/index' } as const satisfies Partial<RouteRow>;

const ownPractice = {
  access: examineeRoles,
  layout: 'admin',
  under: '/student/exercises/index',
  // Ids of the learner's own papers are made on devices and are not numbers.
  ids: 'code',
} as const satisfies Partial<RouteRow>;

const playerRoute = async () => (await import('../../features/exam-sitting/pages/player-route.tsx')).PlayerRoute;
const assignmentPlayerRoute = async () => (await import('../../features/exam-sitting/pages/player-route.tsx')).AssignmentPlayerRoute;
const score = {
  title: 'myScore',
  texts: ['exercise', 'notes', 'assignment'],
  page: async () => (await import('../../features/exam-sitting/pages/assignment-score-page.tsx')).OwnAssignmentScorePage,
} as const satisfies Partial<RouteRow>;
/** The user's own seat and times, read-only. */
const arrangement = {
  access: examineeRoles,
  layout: 'admin',
  under: '/student/home/index',
} as const satisfies Partial<RouteRow>;

const noticeListPage = {
  texts: ['examAround', 'examSitting'],
  page: async () => (await import('../../features/exam-sitting/pages/notice-list-page.tsx')).NoticeListPage,
} as const satisfies Partial<RouteRow>;

export const studentRoutes: readonly RouteRow[] = [
  {
    path: '/student/home/index',
    title: 'notices',
    access: examineeRoles,
    layout: 'admin',
    sidebar: true,

    ...noticeListPage,
  },
  {
    path: '/student/home/:planId',
    title: 'notice',
    access: examineeRoles,
    layout: 'admin',
    under: '/student/home/index',
    texts: ['examAround', 'examSitting'],
    page: async () => (await import('../../features/exam-sitting/pages/notice-page.tsx')).NoticePage,
  },
  {
    path: '/student/exam/index',
    title: 'notices',
    access: examineeRoles,
    layout: 'admin',
    under: '/student/home/index',

    ...noticeListPage,
  },
  { ...playerRoutes.exam, page: playerRoute },
  {
    path: '/student/exam/score/:planId',
    title: 'myScore',
    access: examineeRoles,
    layout: 'admin',
    under: '/student/home/index',
    texts: ['examAround', 'score'],
    page: async () => (await import('../../features/exam-sitting/pages/score-page.tsx')).ScorePage,
  },

  {
    ...learning,
    path: '/student/learn/index',
    title: 'learn',
    sidebar: true,
    texts: ['learning'],
    page: async () => (await import('../../features/learn/pages/learn-list-page.tsx')).LearnListPage,
  },
  {
    ...learning,
    path: '/student/learn/item/:id',
    title: 'learnCourse',
    under: '/student/learn/index',
    texts: ['learning'],
    page: async () => (await import('../../features/learn/pages/learn-course-page.tsx')).LearnCoursePage,
  },
  {
    ...learning,
    path: '/student/learn/item/:id/:sid/:kid',
    title: 'learnLesson',
    wide: true,
    under: '/student/learn/index',
    texts: ['exercise', 'learning'],
    page: async () => (await import('../../features/learn/pages/lesson-page.tsx')).LessonPage,
  },

  {
    ...mine,
    path: '/student/exercises/index',
    title: 'exercises',
    sidebar: true,
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/exercise-list-page.tsx')).ExerciseListPage,
  },
  {
    ...exercises,
    path: '/student/exercises/item/:categoryId',
    title: 'exercise',
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/exercise-item-page.tsx')).ExerciseItemPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/create',
    title: 'exerciseCreate',
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-paper-form-page.tsx')).OwnPaperFormPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/create/:id',
    title: 'exerciseEdit',
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-paper-form-page.tsx')).OwnPaperFormPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/category',
    title: 'paperCategories',
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-category-page.tsx')).OwnCategoryPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/paper-form',
    title: 'ownPapers',
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-paper-list-page.tsx')).OwnPaperListPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/paper-form/:id',
    title: 'ownPapers',
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-paper-page.tsx')).OwnPaperPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan',
    title: 'ownSittings',
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-list-page.tsx')).OwnPlanPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan/user',
    title: 'ownRecords',
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-list-page.tsx')).OwnUserPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan/user/:id',
    title: 'ownRecords',
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-page.tsx')).OwnUserSheetPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan/score',
    title: 'ownScores',
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-list-page.tsx')).OwnScorePage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan/score/:id',
    title: 'ownScores',
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-page.tsx')).OwnScoreSheetPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/exam-place',
    title: 'places',
    texts: ['myArrangement'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyPlacePage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/exam-room',
    title: 'rooms',
    texts: ['myArrangement', 'seats'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyRoomPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/exam-room/:id',
    title: 'rooms',
    texts: ['myArrangement', 'seats'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyRoomPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/invigilator',
    title: 'invigilators',
    texts: ['myArrangement'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyInvigilatorsPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/marker',
    title: 'markers',
    texts: ['myArrangement'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyMarkersPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/exam-user',
    title: 'myTicket',
    texts: ['myArrangement', 'seating'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyTicketPage,
  },

  {
    ...mine,
    path: '/student/test/index',
    title: 'mockTests',
    sidebar: true,
    texts: ['examAround', 'assignment'],
    page: async () => (await import('../../features/exam-sitting/pages/test-list-page.tsx')).TestListPage,
  },
  { ...playerRoutes.test, page: assignmentPlayerRoute },
  { ...mine, ...score, path: '/student/test/score/:planId', under: '/student/test/index' },

  {
    ...studentOnly,
    path: '/student/homework/index',
    title: 'myHomework',
    sidebar: true,
    texts: ['examAround', 'assignment'],
    page: async () => (await import('../../features/exam-sitting/pages/homework-list-page.tsx')).HomeworkListPage,
  },
  {
    ...studentOnly,
    path: '/student/homework/:planId',
    title: 'homeworkNotice',
    under: '/student/homework/index',
    texts: ['examAround', 'assignment'],
    page: async () => (await import('../../features/exam-sitting/pages/homework-notice-page.tsx')).HomeworkNoticePage,
  },
  { ...playerRoutes.homework, page: assignmentPlayerRoute },
  { ...studentOnly, ...score, path: '/student/homework/score/:planId', under: '/student/homework/index' },

  {
    ...studentOnly,
    path: '/student/declaration/index',
    title: 'myDeclarations',
    sidebar: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/my-declarations-page.tsx')).MyDeclarationsPage,
  },
  {
    ...studentOnly,
    path: '/student/declaration/:id',
    title: 'myDeclaration',
    under: '/student/declaration/index',
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/my-declarations-page.tsx')).MyDeclarationPage,
  },
];
