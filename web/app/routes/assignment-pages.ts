import type { AssignedKind } from '../../../sync/domain/exams/attempt-kinds.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

/** Builds the pages of homework or mock tests: the list, the editor, the results of all students, and one student's work. */
export function createAssignmentRoutes(kind: AssignedKind, title: RouteRow['title']): RouteRow[] {
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
