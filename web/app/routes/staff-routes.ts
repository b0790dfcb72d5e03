import type { RouteRow } from './route-row.ts';

const marker = { access: ['marker'], layout: 'admin' } as const satisfies Partial<RouteRow>;

/** Pages of markers and invigilators. */
export const staffRoutes: readonly RouteRow[] = [
  {
    ...marker,
    path: '/marker/exam/index',
    title: 'markExams',
    sidebar: true,
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/task-list-page.tsx')).WrittenTasksPage,
  },
  {
    ...marker,
    path: '/marker/exam/item/:id/:user_id',
    title: 'markPaper',
    under: '/marker/exam/index',
    texts: ['marking', 'notes'],
    page: async () => (await import('../../features/marking/pages/script-page.tsx')).ScriptPage,
  },
  {
    ...marker,
    path: '/marker/exam/group/:id',
    title: 'markGroup',
    under: '/marker/exam/index',
    texts: ['marking', 'notes'],
    page: async () => (await import('../../features/marking/pages/leader-page.tsx')).LeaderPage,
  },
  {
    ...marker,
    path: '/marker/examOption/index',
    title: 'markPractical',
    sidebar: true,
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/task-list-page.tsx')).PerformedTasksPage,
  },
  {
    ...marker,
    path: '/marker/examOption/sheet/:id',
    title: 'markTotals',
    under: '/marker/examOption/index',
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/totals-page.tsx')).TotalsPage,
  },
  {
    ...marker,
    path: '/marker/examtest/index',
    title: 'markOnPaper',
    sidebar: true,
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/paper-list-page.tsx')).PaperEntryListPage,
  },
  {
    ...marker,
    path: '/marker/examtest/item/:id',
    title: 'markOnPaper',
    under: '/marker/examtest/index',
    texts: ['marking', 'workbook'],
    page: async () => (await import('../../features/marking/pages/paper-entry-page.tsx')).PaperEntryPage,
  },

  {
    access: ['invigilator'],
    layout: 'admin',
    path: '/invigilator/exam/index',
    title: 'invigilation',
    sidebar: true,
    texts: ['codes', 'duty', 'invigilation', 'seats'],
    page: async () => (await import('../../features/invigilation/pages/room-page.tsx')).RoomPage,
  },
  {
    access: ['invigilator'],
    layout: 'admin',
    path: '/invigilator/exam/item/:id/:user_id',
    title: 'invigilationRoom',
    under: '/invigilator/exam/index',
    texts: ['codes', 'invigilation'],
    page: async () => (await import('../../features/invigilation/pages/examinee-page.tsx')).ExamineePage,
  },
  {
    access: ['invigilator'],
    layout: 'admin',
    path: '/invigilator/exam/score/:id',
    title: 'planScores',
    under: '/invigilator/exam/index',
    texts: ['codes', 'invigilation'],
    page: async () => (await import('../../features/invigilation/pages/room-scores-page.tsx')).RoomScoresPage,
  },
];
