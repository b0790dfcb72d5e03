import { paperCategoryPage, createPaperRoutes } from './paper-pages.ts';
import { areaProfessionsPage } from './profession-pages.ts';
import { createBankRoutes, questionCategoryPage } from './question-pages.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

const exam = { access: staffRoles, layout: 'admin', group: 'exam' } as const satisfies Partial<RouteRow>;
const organise = { ...exam, group: 'organise', sidebar: true } as const satisfies Partial<RouteRow>;

/** Pages below the list of plans. */
const plan = { ...exam, under: '/teacher/exam/exam-plan' } as const satisfies Partial<RouteRow>;
const planTexts = ['examPlan', 'planPart', 'codes'] as const;
const planHeadTexts = [...planTexts, 'amend'] as const;

export const teacherExamRoutes: readonly RouteRow[] = [
  ...createPaperRoutes('exam', '/teacher/exam', '/teacher/exam/index', 'papers'),
  ...createBankRoutes({ ...exam, path: '/teacher/exam/questions', title: 'questions', sidebar: true }),
  {
    ...exam,
    path: '/teacher/exam/exam-plan',
    title: 'plans',
    sidebar: true,
    texts: planTexts,
    page: async () => (await import('../../features/exam-plan/plan/plan-list-page.tsx')).PlanListPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/calendar',
    title: 'planCalendar',
    texts: planTexts,
    page: async () => (await import('../../features/exam-plan/plan/plan-calendar-page.tsx')).PlanCalendarPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/create',
    title: 'planCreate',
    writes: true,
    texts: planTexts,
    page: async () => (await import('../../features/exam-plan/plan/plan-edit-page.tsx')).PlanEditPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/create/:planId',
    title: 'planEdit',
    writes: true,
    texts: planTexts,
    page: async () => (await import('../../features/exam-plan/plan/plan-edit-page.tsx')).PlanEditPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/item/:planId',
    title: 'plan',
    texts: [...planHeadTexts, 'seating'],
    page: async () => (await import('../../features/exam-plan/board/plan-board-page.tsx')).PlanBoardPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/seating/:planId',
    title: 'planSeats',
    texts: [...planHeadTexts, 'seating', 'seats'],
    page: async () => (await import('../../features/exam-plan/seating/seating-page.tsx')).SeatingPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/ready/:planId',
    title: 'planReady',
    texts: ['examPlan', 'codes', 'ready'],
    page: async () => (await import('../../features/exam-plan/readiness/readiness-page.tsx')).ReadinessPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/offline/:planId',
    title: 'planOffline',
    texts: [...planHeadTexts, 'offline', 'sheet'],
    page: async () => (await import('../../features/exam-plan/offline/plan-offline-page.tsx')).PlanOfflinePage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/sheet/:planId/:userId',
    title: 'planSheet',
    texts: ['sheet', 'codes'],
    page: async () => (await import('../../features/exam-plan/paper-entry/sheet-page.tsx')).SheetPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/prints/:planId',
    title: 'planPrints',
    texts: ['seating', 'seats', 'amend'],
    page: async () => (await import('../../features/exam-plan/seating/seat-prints-page.tsx')).SeatPrintsPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/user/:planId',
    title: 'planUsers',
    texts: planHeadTexts,
    page: async () => (await import('../../features/exam-plan/examinees/plan-users-page.tsx')).PlanUsersPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/user/:planId/:userId',
    title: 'planDecision',
    texts: ['examPlan', 'codes'],
    page: async () => (await import('../../features/exam-plan/board/plan-decision-page.tsx')).PlanDecisionPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/user',
    title: 'planUsers',
    texts: planTexts,
    page: async () => (await import('../../features/exam-plan/plan/plan-choice-page.tsx')).PlanUsersChoicePage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/score',
    title: 'planScores',
    texts: planTexts,
    page: async () => (await import('../../features/exam-plan/plan/plan-choice-page.tsx')).PlanScoresChoicePage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/score/:planId',
    title: 'planScores',
    texts: [...planHeadTexts, 'score'],
    page: async () => (await import('../../features/exam-plan/results/plan-scores-page.tsx')).PlanScoresPage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/certificate/:planId',
    title: 'certificates',
    texts: ['certificate'],
    page: async () => (await import('../../features/certificate/pages/issue-page.tsx')).IssuePage,
  },
  {
    ...plan,
    path: '/teacher/exam/exam-plan/report/:planId',
    title: 'reports',
    texts: ['report', 'codes'],
    page: async () => (await import('../../features/report/pages/report-page.tsx')).ReportPage,
  },
  {
    ...exam,
    ...areaProfessionsPage,
    path: '/teacher/exam/paper/prof',
    title: 'profs',
    access: ['admin', 'school'],
    under: '/teacher/exam/index',
  },
  { ...exam, ...paperCategoryPage, path: '/teacher/exam/paper/category' },
  { ...exam, ...questionCategoryPage, path: '/teacher/exam/category-question', title: 'questionCategories', sidebar: true },

  {
    ...organise,
    path: '/teacher/exam/exam-place',
    title: 'places',
    texts: ['thing', 'examRoom'],
    page: async () => (await import('../../features/exam-room/pages/place-list-page.tsx')).PlaceListPage,
  },
  {
    ...organise,
    path: '/teacher/exam/exam-user',
    title: 'examUsers',
    texts: ['seating', 'planPart'],
    page: async () => (await import('../../features/exam-plan/examinees/exam-user-page.tsx')).ExamUserPage,
  },
  {
    ...organise,
    path: '/teacher/exam/invigilator',
    title: 'invigilators',
    texts: ['seating', 'planPart', 'staffChoice'],
    page: async () => (await import('../../features/exam-plan/examinees/invigilator-page.tsx')).InvigilatorPage,
  },
  {
    ...organise,
    path: '/teacher/exam/marker-group',
    title: 'markerGroups',
    texts: ['thing', 'examRoom', 'staffChoice'],
    page: async () => (await import('../../features/exam-room/pages/marker-group-page.tsx')).MarkerGroupPage,
  },
  {
    ...organise,
    path: '/teacher/exam/marker',
    title: 'markers',
    texts: ['examRoom'],
    page: async () => (await import('../../features/exam-room/pages/marker-page.tsx')).MarkerPage,
  },
  {
    ...organise,
    path: '/teacher/exam/report-template',
    access: ['school'],
    title: 'reportTemplates',
    texts: ['thing', 'report'],
    page: async () => (await import('../../features/report/pages/report-template-list-page.tsx')).ReportTemplateListPage,
  },
  {
    ...exam,
    group: 'organise',
    path: '/teacher/exam/exam-room/:id',
    title: 'rooms',
    under: '/teacher/exam/exam-place',
    texts: ['thing', 'examRoom', 'seats'],
    page: async () => (await import('../../features/exam-room/pages/room-editor-page.tsx')).RoomEditorPage,
  },
];
