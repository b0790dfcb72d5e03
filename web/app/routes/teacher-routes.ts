import { accountPage, schoolProfessionsPage, auditPage } from './shared-pages.ts';
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

/** Route rows of the home page of staff, and of the notice of a single exam. */
export const teacherRoutes: readonly RouteRow[] = [
  {
    path: '/teacher/home/index',
    title: ['今日待办', 'Today'],
    access: staffRoles,
    layout: 'admin',
    sidebar: true,
    texts: ['codes', 'duty', 'firstSteps', 'home', 'learning'],
    page: async () => (await import('../../features/home/pages/teacher-home-page.tsx')).TeacherHomePage,
  },
  {
    path: '/teacher/:planId',
    title: ['考试通知', 'Exam notice'],
    access: staffRoles,
    layout: 'admin',
    group: 'exam',
    under: '/teacher/exam/exam-plan',
    texts: ['amend', 'codes', 'examPlan', 'planPart', 'seating'],
    page: async () => (await import('../../features/exam-plan/plan/plan-notice-page.tsx')).PlanNoticePage,
  },
];

/** Route rows at the end of the sidebar: people, and settings that are made once and rarely opened again. */
export const peopleRoutes: readonly RouteRow[] = [
  {
    ...students,
    path: '/teacher/student/index',
    title: ['学生', 'Students'],
    sidebar: true,
    texts: ['learning', 'people', 'resource'],
    page: async () => (await import('../../features/people/pages/student-list-page.tsx')).StudentListPage,
  },
  {
    ...students,
    ...importPage,
    path: '/teacher/student/index/import',
    title: ['导入人员', 'Import people'],
    under: '/teacher/student/index',
  },
  {
    ...students,
    path: '/teacher/student/statistics',
    title: ['学习统计', 'Learning statistics'],
    sidebar: true,
    texts: ['progress'],
    page: async () => (await import('../../features/progress/pages/class-figures-page.tsx')).ClassFiguresPage,
  },
  {
    ...students,
    path: '/teacher/student/statistics/progress',
    title: ['学习进度', 'Learning progress'],
    under: '/teacher/student/statistics',
    texts: ['progress'],
    page: async () => (await import('../../features/progress/pages/learner-list-page.tsx')).LearnerListPage,
  },
  {
    ...students,
    path: '/teacher/student/statistics/progress/:id',
    title: ['个人进度', 'Student progress'],
    under: '/teacher/student/statistics/progress',
    texts: ['codes', 'progress'],
    page: async () => (await import('../../features/progress/pages/learner-page.tsx')).LearnerPage,
  },

  {
    ...manage,
    path: '/teacher/manage/teacher',
    title: ['教师与工作人员', 'Teachers and staff'],
    texts: ['learning', 'people', 'resource'],
    page: async () => (await import('../../features/people/pages/student-list-page.tsx')).TeacherListPage,
  },
  {
    ...importPage,
    path: '/teacher/manage/teacher/import',
    title: ['导入人员', 'Import people'],
    access: ['school'],
    layout: 'admin',
    group: 'manage',
    under: '/teacher/manage/teacher',
  },
  { ...manage, ...schoolProfessionsPage, path: '/teacher/manage/prof', title: ['开设职业', 'Professions offered'] },
  {
    ...manage,
    path: '/teacher/manage/class',
    title: ['班级', 'Classes'],
    texts: ['people', 'resource'],
    page: async () => (await import('../../features/people/pages/class-list-page.tsx')).ClassListPage,
  },
  {
    ...manage,
    path: '/teacher/manage/directory',
    title: ['机构账号登录', 'Institution accounts'],
    texts: ['directory'],
    page: async () => (await import('../../features/directory/pages/directory-page.tsx')).DirectoryPage,
  },
  {
    path: '/teacher/manage/directory/people',
    title: ['与目录同步人员', 'Synchronise people'],
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
    title: ['事件推送', 'Webhooks'],
    texts: ['resource', 'webhook'],
    page: async () => (await import('../../features/webhook/pages/webhook-list-page.tsx')).WebhookListPage,
  },
  {
    access: ['school'],
    layout: 'admin',
    group: 'manage',
    path: '/teacher/manage/webhook/:id',
    title: ['推送记录', 'Webhook deliveries'],
    under: '/teacher/manage/webhook',
    texts: ['webhook'],
    page: async () => (await import('../../features/webhook/pages/delivery-list-page.tsx')).DeliveryListPage,
  },
  {
    ...manage,
    path: '/teacher/manage/lti',
    title: ['学习平台接入', 'Learning platform'],
    texts: ['lti'],
    page: async () => (await import('../../features/lti/pages/lti-page.tsx')).LtiPage,
  },
  { ...auditPage, path: '/teacher/manage/audit', access: ['school'], group: 'manage' },

  // This page is for the users whom the specification sends here: by the link "Manage" for the user types 1, 2 and 9, and for teachers.
  {
    ...accountPage,
    path: '/teacher/user/index',
    title: ['账号设置', 'Account'],
    access: [...staffRoles, 'admin', 'system'],
    layout: 'admin',
    sidebar: true,
  },
  {
    path: '/student/user/index',
    title: ['学习档案', 'Learning records'],
    access: [...examineeRoles, ...staffRoles],
    layout: 'admin',
    sidebar: true,
    texts: ['account', 'certificate', 'codes'],
    page: async () => (await import('../../features/account/pages/record-list-page.tsx')).RecordListPage,
  },
];
