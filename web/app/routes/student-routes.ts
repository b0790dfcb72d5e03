import { courseWindowPath } from '../../../sync/contract/patterns.ts';
import { playerRoutes } from './player-routes.ts';
import { examineeRoles, type RouteRow } from './route-row.ts';

const examineePage = { access: examineeRoles, layout: 'admin' } as const satisfies Partial<RouteRow>;
const learning = { access: examineeRoles, layout: 'admin' } as const satisfies Partial<RouteRow>;
/** Common fields of the route rows that only students may open. Examinees who are not students may not. */
const studentOnly = { ...examineePage, access: ['student'] } as const satisfies Partial<RouteRow>;

const exercises = { ...examineePage, under: '/student/exercises/index' } as const satisfies Partial<RouteRow>;

const ownPractice = {
  access: examineeRoles,
  layout: 'admin',
  under: '/student/exercises/index',
  // The learner's own papers are created on devices, so their ids are not numbers.
  ids: 'code',
} as const satisfies Partial<RouteRow>;

const loadPlayerRoute = async () => (await import('../../features/exam-sitting/pages/player-route.tsx')).PlayerRoute;
const loadAssignmentPlayerRoute = async () => (await import('../../features/exam-sitting/pages/player-route.tsx')).AssignmentPlayerRoute;
const score = {
  title: ['考试成绩', 'My score'],
  texts: ['exercise', 'notes', 'assignment'],
  page: async () => (await import('../../features/exam-sitting/pages/assignment-score-page.tsx')).OwnAssignmentScorePage,
} as const satisfies Partial<RouteRow>;
/** Common fields of the route rows whose pages show the user's own seat and times, without changing them. */
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
    title: ['考试通知', 'Exam notice'],
    access: examineeRoles,
    layout: 'admin',
    sidebar: true,

    ...noticeListPage,
  },
  {
    path: '/student/home/:planId',
    title: ['考试须知与备考', 'Notice and preparation'],
    access: examineeRoles,
    layout: 'admin',
    under: '/student/home/index',
    texts: ['examAround', 'examSitting'],
    page: async () => (await import('../../features/exam-sitting/pages/notice-page.tsx')).NoticePage,
  },
  {
    path: '/student/exam/index',
    title: ['考试通知', 'Exam notice'],
    access: examineeRoles,
    layout: 'admin',
    under: '/student/home/index',

    ...noticeListPage,
  },
  { ...playerRoutes.exam, page: loadPlayerRoute },
  {
    path: '/student/exam/score/:planId',
    title: ['考试成绩', 'My score'],
    access: examineeRoles,
    layout: 'admin',
    under: '/student/home/index',
    texts: ['examAround', 'score'],
    page: async () => (await import('../../features/exam-sitting/pages/score-page.tsx')).ScorePage,
  },

  {
    ...learning,
    path: '/student/learn/index',
    title: ['课程学习', 'Learning'],
    sidebar: true,
    texts: ['learning'],
    page: async () => (await import('../../features/learn/pages/learn-list-page.tsx')).LearnListPage,
  },
  {
    ...learning,
    path: '/student/learn/item/:id',
    title: ['课程', 'Course'],
    under: '/student/learn/index',
    texts: ['learning'],
    page: async () => (await import('../../features/learn/pages/learn-course-page.tsx')).LearnCoursePage,
  },
  {
    access: examineeRoles,
    layout: 'plain',
    path: `${courseWindowPath}/:id`,
    title: ['课程', 'Course'],
    texts: ['learning'],
    page: async () => (await import('../../features/learn/pages/course-window-page.tsx')).CourseWindowPage,
  },
  {
    ...learning,
    path: '/student/learn/item/:id/:sid/:kid',
    title: ['学习', 'Lesson'],
    wide: true,
    under: '/student/learn/index',
    texts: ['exercise', 'learning'],
    page: async () => (await import('../../features/learn/pages/lesson-page.tsx')).LessonPage,
  },

  {
    ...examineePage,
    path: '/student/exercises/index',
    title: ['练习', 'Exercises'],
    sidebar: true,
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/exercise-list-page.tsx')).ExerciseListPage,
  },
  {
    ...exercises,
    path: '/student/exercises/item/:categoryId',
    title: ['做题', 'Exercise'],
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/exercise-item-page.tsx')).ExerciseItemPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/create',
    title: ['新建练习', 'New exercise'],
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-paper-form-page.tsx')).OwnPaperFormPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/create/:id',
    title: ['编辑练习', 'Edit exercise'],
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-paper-form-page.tsx')).OwnPaperFormPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/category',
    title: ['试卷分类', 'Paper categories'],
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-category-page.tsx')).OwnCategoryPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/paper-form',
    title: ['我的练习卷', 'My practice papers'],
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-paper-list-page.tsx')).OwnPaperListPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/paper-form/:id',
    title: ['我的练习卷', 'My practice papers'],
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-paper-page.tsx')).OwnPaperPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan',
    title: ['练习安排', 'Practice schedule'],
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-list-page.tsx')).OwnPlanPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan/user',
    title: ['作答记录', 'Answer history'],
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-list-page.tsx')).OwnUserPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan/user/:id',
    title: ['作答记录', 'Answer history'],
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-page.tsx')).OwnUserSheetPage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan/score',
    title: ['练习成绩', 'Practice scores'],
    texts: ['exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-list-page.tsx')).OwnScorePage,
  },
  {
    ...ownPractice,
    path: '/student/exercises/paper/exam-plan/score/:id',
    title: ['练习成绩', 'Practice scores'],
    texts: ['codes', 'exercise'],
    page: async () => (await import('../../features/exercise/pages/own-sitting-page.tsx')).OwnScoreSheetPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/exam-place',
    title: ['考点', 'Venues'],
    texts: ['myArrangement'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyPlacePage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/exam-room',
    title: ['考场', 'Exam room'],
    texts: ['myArrangement', 'seats'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyRoomPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/exam-room/:id',
    title: ['考场', 'Exam room'],
    texts: ['myArrangement', 'seats'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyRoomPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/invigilator',
    title: ['监考员', 'Invigilators'],
    texts: ['myArrangement'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyInvigilatorsPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/marker',
    title: ['阅卷员', 'Markers'],
    texts: ['myArrangement'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyMarkersPage,
  },
  {
    ...arrangement,
    path: '/student/exercises/paper/exam-user',
    title: ['准考证', 'Admission ticket'],
    texts: ['myArrangement', 'seating'],
    page: async () => (await import('../../features/exam-plan/seating/my-arrangement-page.tsx')).MyTicketPage,
  },

  {
    ...examineePage,
    path: '/student/test/index',
    title: ['模拟测试', 'Mock tests'],
    sidebar: true,
    texts: ['examAround', 'assignment'],
    page: async () => (await import('../../features/exam-sitting/pages/test-list-page.tsx')).TestListPage,
  },
  { ...playerRoutes.test, page: loadAssignmentPlayerRoute },
  { ...examineePage, ...score, path: '/student/test/score/:planId', under: '/student/test/index' },

  {
    ...studentOnly,
    path: '/student/homework/index',
    title: ['我的作业', 'My homework'],
    sidebar: true,
    texts: ['examAround', 'assignment'],
    page: async () => (await import('../../features/exam-sitting/pages/homework-list-page.tsx')).HomeworkListPage,
  },
  {
    ...studentOnly,
    path: '/student/homework/:planId',
    title: ['作业说明', 'Homework instructions'],
    under: '/student/homework/index',
    texts: ['examAround', 'assignment'],
    page: async () => (await import('../../features/exam-sitting/pages/homework-notice-page.tsx')).HomeworkNoticePage,
  },
  { ...playerRoutes.homework, page: loadAssignmentPlayerRoute },
  { ...studentOnly, ...score, path: '/student/homework/score/:planId', under: '/student/homework/index' },

  {
    ...studentOnly,
    path: '/student/declaration/index',
    title: ['我的申报', 'My declarations'],
    sidebar: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/my-declarations-page.tsx')).MyDeclarationsPage,
  },
  {
    ...studentOnly,
    path: '/student/declaration/:id',
    title: ['申报表', 'Declaration'],
    under: '/student/declaration/index',
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/my-declarations-page.tsx')).MyDeclarationPage,
  },
];
