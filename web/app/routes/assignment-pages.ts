import type { AssignedKind } from '../../../sync/domain/exams/attempt-kinds.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

const texts = ['task', 'codes'] as const;
const markTexts = [...texts, 'notes'] as const;
const editCalls = [
  '/task/getById',
  '/task/add',
  '/task/modify',
  '/paper/getList',
  '/user/getExamClasses',
  '/user/getExamUserList',
] as const;

/** Builds the pages of homework or mock tests: the list, the editor, the results of all students, and one student's work. */
export function createAssignmentRoutes(kind: AssignedKind, title: RouteRow['title']): RouteRow[] {
  const base = `/teacher/${kind}/user`;
  const page = { access: staffRoles, layout: 'admin', group: kind, under: base, texts } as const;
  const edit =
    kind === 'homework'
      ? async () => (await import('../../features/assignment/pages/assignment-edit-page.tsx')).HomeworkEditPage
      : async () => (await import('../../features/assignment/pages/assignment-edit-page.tsx')).TestEditPage;
  return [
    {
      access: staffRoles,
      layout: 'admin',
      group: kind,
      texts,
      path: base,
      ...(title !== undefined && { title }),
      sidebar: true,
      calls: ['/task/getList'],
      page:
        kind === 'homework'
          ? async () => (await import('../../features/assignment/pages/assignment-list-page.tsx')).HomeworkAssignmentsPage
          : async () => (await import('../../features/assignment/pages/assignment-list-page.tsx')).TestAssignmentsPage,
    },
    {
      ...page,
      path: `${base}/create`,
      title: kind === 'homework' ? 'taskCreate' : 'testCreate',
      writes: true,
      calls: editCalls,
      page: edit,
    },
    { ...page, path: `${base}/create/:planId`, title: 'taskEdit', writes: true, calls: editCalls, page: edit },
    {
      ...page,
      path: `${base}/score/:planId`,
      title: 'planScores',
      calls: ['/task/getById', '/task/finish', '/task/withdraw', '/task/remind'],
      page: async () => (await import('../../features/assignment/pages/assignment-score-page.tsx')).AssignmentScorePage,
    },
    {
      ...page,
      path: `${base}/question/:planId`,
      texts: markTexts,
      title: 'markByQuestion',
      calls: ['/task/getByQuestion', '/task/mark'],
      page: async () => (await import('../../features/assignment/pages/assignment-question-page.tsx')).AssignmentQuestionPage,
    },
    {
      ...page,
      path: `${base}/figures/:planId`,
      title: 'taskFigures',
      calls: ['/task/getFigures'],
      page: async () => (await import('../../features/assignment/pages/assignment-figures-page.tsx')).AssignmentFiguresPage,
    },
    {
      ...page,
      texts: ['examPlan', 'codes'],
      path: `${base}/decide/:planId/:userId`,
      title: 'planDecision',
      calls: ['/task/getEvidence', '/task/decide'],
      page:
        kind === 'homework'
          ? async () => (await import('../../features/exam-plan/board/plan-decision-page.tsx')).HomeworkDecisionPage
          : async () => (await import('../../features/exam-plan/board/plan-decision-page.tsx')).TestDecisionPage,
    },
    {
      ...page,
      path: `${base}/item/:planId/:userId`,
      texts: markTexts,
      title: 'markPaper',
      calls: ['/task/getWork', '/task/getById', '/task/mark', '/task/giveBack', '/task/finish'],
      page: async () => (await import('../../features/assignment/pages/assignment-mark-page.tsx')).AssignmentMarkPage,
    },
  ];
}
