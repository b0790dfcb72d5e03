import { keepPreviousData } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import { paperStatus } from '../../../sync/contract/codes.ts';
import type { taskCalls } from '../../../sync/contract/task.ts';
import type { SetKind } from '../../../sync/machines/attempt-kinds.ts';
import { itemsOf, useCall } from '../../platform/call-query.ts';

export type Task = CallOutput<(typeof taskCalls)['getById']>;
export type Work = CallOutput<(typeof taskCalls)['getWork']>;

export const useTask = (id: number | null) => useCall('/task/getById', { id: id ?? 0 }, { quiet: true, enabled: id !== null });

export const useWork = (planId: number, userId: number) => useCall('/task/getWork', { planId, userId }, { quiet: true });

export type ByQuestion = CallOutput<(typeof taskCalls)['getByQuestion']>;

export const useByQuestion = (planId: number, questionId: number | null) =>
  useCall('/task/getByQuestion', { planId, questionId }, { quiet: true, placeholderData: keepPreviousData });

export const useFigures = (planId: number) => useCall('/task/getFigures', { planId }, { quiet: true });

/** Papers of the kind that have their questions. */
export const useSetPapers = (kind: SetKind) =>
  useCall(
    '/paper/getList',
    { pageSize: 200, filter: { kinds: [kind] } },
    { select: ({ items }) => items.filter((paper) => paper.status === paperStatus.assembled || paper.status === paperStatus.organised) },
  );

export const useSetClasses = () => useCall('/user/getExamClasses', {}, { select: itemsOf });

export const useSetStudents = () => useCall('/user/getExamUserList', { pageSize: 200, sort: 'login_name' }, { select: itemsOf });

/** Where the pages of a kind stand. */
export const areaOf = (kind: SetKind): string => `/teacher/${kind}/user`;
