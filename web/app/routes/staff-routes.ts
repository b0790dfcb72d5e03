import { notYet } from './not-yet.ts';
import type { RouteRow } from './route-row.ts';

const marker = { ...notYet, access: ['marker'], layout: 'admin' } as const satisfies Partial<RouteRow>;

/** Markers and invigilators. */
export const staffRoutes: readonly RouteRow[] = [
  {
    ...marker,
    path: '/marker/exam/index',
    title: 'markExams',
    sidebar: true,
    calls: ['/marking/getList'],
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/task-list-page.tsx')).WrittenTasksPage,
  },
  {
    ...marker,
    path: '/marker/exam/item/:id/:user_id',
    title: 'markPaper',
    under: '/marker/exam/index',
    calls: ['/marking/getTask', '/marking/take', '/marking/giveBack', '/marking/mark'],
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/script-page.tsx')).ScriptPage,
  },
  {
    ...marker,
    path: '/marker/exam/group/:id',
    title: 'markGroup',
    under: '/marker/exam/index',
    calls: ['/marking/getOverview', '/marking/getScript', '/marking/arbitrate'],
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/leader-page.tsx')).LeaderPage,
  },
  {
    ...marker,
    path: '/marker/examOption/index',
    title: 'markPractical',
    sidebar: true,
    calls: ['/marking/getList'],
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/task-list-page.tsx')).PerformedTasksPage,
  },
  {
    ...marker,
    path: '/marker/examtest/index',
    title: 'markOnPaper',
    sidebar: true,
    calls: ['/marking/getPaperPlans'],
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/paper-list-page.tsx')).PaperListPage,
  },
  {
    ...marker,
    path: '/marker/examtest/item/:id',
    title: 'markOnPaper',
    under: '/marker/examtest/index',
    calls: ['/marking/getEntries', '/marking/enter'],
    texts: ['marking'],
    page: async () => (await import('../../features/marking/pages/paper-entry-page.tsx')).PaperEntryPage,
  },

  {
    access: ['invigilator'],
    layout: 'admin',
    path: '/invigilator/exam/index',
    title: 'invigilation',
    sidebar: true,
    calls: ['/exam/myDuties', '/exam/confirmDuty', '/invigilation/getRooms', '/invigilation/enter', '/invigilation/getBoard'],
    texts: ['invigilation', 'duty', 'seats', 'codes'],
    page: async () => (await import('../../features/invigilation/pages/room-page.tsx')).RoomPage,
  },
  {
    access: ['invigilator'],
    layout: 'admin',
    path: '/invigilator/exam/item/:id/:user_id',
    title: 'invigilationRoom',
    under: '/invigilator/exam/index',
    calls: ['/invigilation/getExaminee'],
    texts: ['invigilation', 'codes'],
    page: async () => (await import('../../features/invigilation/pages/examinee-page.tsx')).ExamineePage,
  },
  {
    access: ['invigilator'],
    layout: 'admin',
    path: '/invigilator/exam/score/:id',
    title: 'planScores',
    under: '/invigilator/exam/index',
    calls: ['/invigilation/getScores'],
    texts: ['invigilation', 'codes'],
    page: async () => (await import('../../features/invigilation/pages/room-scores-page.tsx')).RoomScoresPage,
  },
];
