import { accountPage } from './account-pages.ts';
import { auditPage } from './audit-page.ts';
import { schoolProfessionsPage } from './profession-pages.ts';
import { examineeRoles, staffRoles, type RouteRow } from './route-row.ts';

const manage = {
  access: ['school'],
  layout: 'admin',
  group: 'manage',
  sidebar: true,
} as const satisfies Partial<RouteRow>;
const students = { access: staffRoles, layout: 'admin', group: 'students' } as const satisfies Partial<RouteRow>;

const importPage = {
  writes: true,
  texts: ['people', 'workbook'],
  page: async () => (await import('../../features/people/pages/people-import-page.tsx')).PeopleImportPage,
} as const satisfies Partial<RouteRow>;

/** A teacher's home page. */
export const teacherRoutes: readonly RouteRow[] = [
  {
    path: '/teacher/home/index',
    title: 'teacherHome',
    access: staffRoles,
    layout: 'admin',
    sidebar: true,
    texts: ['codes', 'duty', 'firstSteps', 'home', 'learning'],
    page: async () => (await import('../../features/home/pages/teacher-home-page.tsx')).TeacherHomePage,
  },
  {
    path: '/teacher/:planId',
    title: 'examNotice',
    access: staffRoles,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/exam-plan',
    texts: ['amend', 'codes', 'examPlan', 'planPart', 'seating'],
    page: async () => (await import('../../features/exam-plan/plan/plan-notice-page.tsx')).PlanNoticePage,
  },
];

/** Pages at the end of the sidebar: set up once and rarely opened. */
export const peopleRoutes: readonly RouteRow[] = [
  {
    ...students,
    path: '/teacher/student/index',
    title: 'students',
    sidebar: true,
    texts: ['learning', 'people', 'resource'],
    page: async () => (await import('../../features/people/pages/student-list-page.tsx')).StudentListPage,
  },
  { ...students, ...importPage, path: '/teacher/student/index/import', title: 'peopleImport', under: '/teacher/student/index' },
  {
    ...students,
    path: '/teacher/student/statistics',
    title: 'learnStatistics',
    sidebar: true,
    texts: ['progress'],
    page: async () => (await import('../../features/progress/pages/class-figures-page.tsx')).ClassFiguresPage,
  },
  {
    ...students,
    path: '/teacher/student/statistics/progress',
    title: 'learnProgress',
    under: '/teacher/student/statistics',
    texts: ['progress'],
    page: async () => (await import('../../features/progress/pages/learner-list-page.tsx')).LearnerListPage,
  },
  {
    ...students,
    path: '/teacher/student/statistics/progress/:id',
    title: 'learnerProgress',
    under: '/teacher/student/statistics/progress',
    texts: ['codes', 'progress'],
    page: async () => (await import('../../features/progress/pages/learner-page.tsx')).LearnerPage,
  },

  {
    ...manage,
    path: '/teacher/manage/teacher',
    title: 'teachers',
    texts: ['learning', 'people', 'resource'],
    page: async () => (await import('../../features/people/pages/student-list-page.tsx')).TeacherListPage,
  },
  {
    ...importPage,
    path: '/teacher/manage/teacher/import',
    title: 'peopleImport',
    access: ['school'],
    layout: 'admin',
    group: 'manage',
    under: '/teacher/manage/teacher',
  },
  { ...manage, ...schoolProfessionsPage, path: '/teacher/manage/prof', title: 'schoolProfs' },
  {
    ...manage,
    path: '/teacher/manage/class',
    title: 'classes',
    texts: ['people', 'resource'],
    page: async () => (await import('../../features/people/pages/class-list-page.tsx')).ClassListPage,
  },
  {
    ...manage,
    path: '/teacher/manage/directory',
    title: 'directory',
    texts: ['directory'],
    page: async () => (await import('../../features/directory/pages/directory-page.tsx')).DirectoryPage,
  },
  {
    path: '/teacher/manage/directory/people',
    title: 'peopleSync',
    access: ['school'],
    layout: 'admin',
    group: 'manage',
    under: '/teacher/manage/directory',
    writes: true,
    texts: ['peopleSync', 'people'],
    page: async () => (await import('../../features/people/pages/people-sync-page.tsx')).PeopleSyncPage,
  },
  {
    ...manage,
    path: '/teacher/manage/webhook',
    title: 'webhooks',
    texts: ['resource', 'webhook'],
    page: async () => (await import('../../features/webhook/pages/webhook-list-page.tsx')).WebhookListPage,
  },
  {
    access: ['school'],
    layout: 'admin',
    group: 'manage',
    path: '/teacher/manage/webhook/:id',
    title: 'webhookDeliveries',
    under: '/teacher/manage/webhook',
    texts: ['webhook'],
    page: async () => (await import('../../features/webhook/pages/delivery-list-page.tsx')).DeliveryListPage,
  },
  {
    ...manage,
    path: '/teacher/manage/lti',
    title: 'lti',
    texts: ['lti'],
    page: async () => (await import('../../features/lti/pages/lti-page.tsx')).LtiPage,
  },
  { ...auditPage, path: '/teacher/manage/audit', access: ['school'], group: 'manage' },

  // Users that the specification sends here: its "manage" link of the user types 1, 2 and 9, and the teachers.
  {
    ...accountPage,
    path: '/teacher/user/index',
    title: 'ownSettings',
    access: [...staffRoles, 'admin', 'system'],
    layout: 'admin',
    sidebar: true,
  },
  {
    path: '/student/user/index',
    title: 'records',
    access: [...examineeRoles, ...staffRoles],
    layout: 'admin',
    sidebar: true,
    texts: ['account', 'certificate', 'codes'],
    page: async () => (await import('../../features/account/pages/record-list-page.tsx')).RecordListPage,
  },
];
