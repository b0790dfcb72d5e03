import { keepPreviousData } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import type { AssignedKind } from '../../../sync/domain/exams/attempt-kinds.ts';
import { useCall } from '../../platform/api/call-query.ts';
import { createOptionSource } from '../../platform/api/option-picker.tsx';

export type Assignment = CallOutput<(typeof assignmentCalls)['getById']>;
export type AssignmentWork = CallOutput<(typeof assignmentCalls)['getWork']>;

export const useAssignment = (id: number | null) => useCall('/task/getById', { id: id ?? 0 }, { quiet: true, enabled: id !== null });

export const useAssignmentWork = (planId: number, userId: number) => useCall('/task/getWork', { planId, userId }, { quiet: true });

export type AssignmentByQuestion = CallOutput<(typeof assignmentCalls)['getByQuestion']>;

export const useAssignmentByQuestion = (planId: number, questionId: number | null) =>
  useCall('/task/getByQuestion', { planId, questionId }, { quiet: true, placeholderData: keepPreviousData });

export const useAssignmentFigures = (planId: number) => useCall('/task/getFigures', { planId }, { quiet: true });

/** Search for papers of this kind that have been assembled. */
export const createPaperOptions = (kind: AssignedKind) =>
  createOptionSource('/paper/getList', {
    filter: { kinds: [kind], assembled: true },
    chosen: '/paper/getById',
    optionOf: ({ id, name }) => ({ value: String(id), label: name }),
  });

/** Options of students and examinees who can be given an assignment. */
export const studentOptionSource = createOptionSource('/user/getExamUserList', {
  sort: 'login_name',
  chosen: '/user/getListByIds',
  optionOf: ({ id, name, login_name }) => ({ value: String(id), label: name, note: login_name }),
});

/** Returns the address of the list of assignments of this kind. The address of every other page for them begins with this address. */
export const getAssignmentBasePath = (kind: AssignedKind): string => `/teacher/${kind}/user`;
