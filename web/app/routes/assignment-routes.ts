import type { AssignedKind } from '../../../sync/domain/exams/attempt-kinds.ts';
import { staffRoles, type RouteRow } from './route-row.ts';
import { paperCategoryPage, createPaperRoutes } from './paper-pages.ts';
import { areaProfessionsPage } from './shared-pages.ts';
import { createBankRoutes, questionCategoryPage } from './question-pages.ts';

/** Builds the pages of homework or mock tests: the list, the editor, the results of all students, and one student's work. */
function createAssignmentRoutes(kind: AssignedKind, title: RouteRow['title']): RouteRow[] {
  const base = `/teacher/${kind}/user`;
  const page = { access: staffRoles, layout: 'admin', group: kind, under: base } as const;
  const edit =
    kind === 'homework'
      ? async () => (await import('../../features/assignment/pages/assignment-edit-page.tsx')).HomeworkEditPage
      : async () => (await import('../../features/assignment/pages/assignment-edit-page.tsx')).TestEditPage;
  return [
    {
      access: staffRoles,
      layout: 'admin',
      group: kind,
      texts: ['assignment'],
      path: base,
      ...(title !== undefined && { title }),
      sidebar: true,
      page:
        kind === 'homework'
          ? async () => (await import('../../features/assignment/pages/assignment-list-page.tsx')).HomeworkAssignmentsPage
          : async () => (await import('../../features/assignment/pages/assignment-list-page.tsx')).TestAssignmentsPage,
    },
    {
      ...page,
      path: `${base}/create`,
      title: kind === 'homework' ? ['布置作业', 'Set homework'] : ['发布测试', 'Set a mock test'],
      writes: true,
      texts: ['assignment'],
      page: edit,
    },
    { ...page, path: `${base}/create/:planId`, title: ['修改', 'Edit'], writes: true, texts: ['assignment'], page: edit },
    {
      ...page,
      path: `${base}/score/:planId`,
      title: ['成绩', 'Scores'],
      texts: ['assignment'],
      page: async () => (await import('../../features/assignment/pages/assignment-score-page.tsx')).AssignmentScorePage,
    },
    {
      ...page,
      path: `${base}/question/:planId`,
      texts: ['notes', 'assignment'],
      title: ['按题批改', 'Mark by question'],
      page: async () => (await import('../../features/assignment/pages/assignment-question-page.tsx')).AssignmentQuestionPage,
    },
    {
      ...page,
      path: `${base}/figures/:planId`,
      title: ['成绩分析', 'Results'],
      texts: ['assignment'],
      page: async () => (await import('../../features/assignment/pages/assignment-figures-page.tsx')).AssignmentFiguresPage,
    },
    {
      ...page,
      texts: ['camera', 'codes', 'examPlan'],
      path: `${base}/decide/:planId/:userId`,
      title: ['作答与裁定', 'Answers and decisions'],
      page:
        kind === 'homework'
          ? async () => (await import('../../features/exam-plan/board/plan-decision-page.tsx')).HomeworkDecisionPage
          : async () => (await import('../../features/exam-plan/board/plan-decision-page.tsx')).TestDecisionPage,
    },
    {
      ...page,
      path: `${base}/item/:planId/:userId`,
      texts: ['notes', 'assignment'],
      title: ['阅卷', 'Marking'],
      page: async () => (await import('../../features/assignment/pages/assignment-mark-page.tsx')).AssignmentMarkPage,
    },
  ];
}

const homework = { access: staffRoles, layout: 'admin', group: 'homework' } as const satisfies Partial<RouteRow>;
const page = { ...homework, under: '/teacher/homework/index' } as const satisfies Partial<RouteRow>;

export const teacherHomeworkRoutes: readonly RouteRow[] = [
  ...createPaperRoutes('homework', '/teacher/homework', '/teacher/homework/index', ['作业', 'Homework']),
  {
    ...page,
    ...areaProfessionsPage,
    path: '/teacher/homework/paper/prof',
    title: ['职业列表', 'Professions'],
    access: ['admin', 'school'],
  },
  { ...homework, ...paperCategoryPage, path: '/teacher/homework/paper/category' },
  ...createBankRoutes({ ...homework, path: '/teacher/homework/questions', title: ['题库', 'Question bank'], sidebar: true }),
  {
    ...homework,
    ...questionCategoryPage,
    path: '/teacher/homework/category-question',
    title: ['题目分类', 'Question categories'],
    sidebar: true,
  },
  ...createAssignmentRoutes('homework', ['作业批改', 'Mark homework']),
  {
    ...homework,
    path: '/teacher/homework/student',
    title: ['学生作业', 'Homework by student'],
    sidebar: true,
    texts: ['assignment'],
    page: async () => (await import('../../features/assignment/pages/assignment-students-page.tsx')).AssignmentStudentsPage,
  },
  {
    ...homework,
    path: '/teacher/homework/correct',
    title: ['订正', 'Corrections'],
    sidebar: true,
    texts: ['assignment'],
    page: async () => (await import('../../features/assignment/pages/assignment-correct-page.tsx')).AssignmentCorrectionPage,
  },
];

const test = { access: staffRoles, layout: 'admin', group: 'test' } as const satisfies Partial<RouteRow>;

export const teacherTestRoutes: readonly RouteRow[] = [
  ...createPaperRoutes('test', '/teacher/test', '/teacher/test/index', ['测试试卷', 'Test papers']),
  {
    ...test,
    ...areaProfessionsPage,
    path: '/teacher/test/paper/prof',
    title: ['职业列表', 'Professions'],
    access: ['admin', 'school'],
    under: '/teacher/test/index',
  },
  { ...test, ...paperCategoryPage, path: '/teacher/test/paper/category' },
  ...createBankRoutes({ ...test, path: '/teacher/test/questions', title: ['题库', 'Question bank'], sidebar: true }),
  { ...test, ...questionCategoryPage, path: '/teacher/test/category-question', title: ['题目分类', 'Question categories'], sidebar: true },
  ...createAssignmentRoutes('test', ['发布测试', 'Set mock tests']),
  {
    ...test,
    path: '/teacher/test/practice',
    title: ['开放练习', 'Open practice'],
    sidebar: true,
    texts: ['assignment'],
    page: async () => (await import('../../features/assignment/pages/practice-open-page.tsx')).PracticeOpenPage,
  },
];
