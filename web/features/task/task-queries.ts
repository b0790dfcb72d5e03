import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import { paperStatus } from '../../../sync/contract/codes.ts';
import type { taskCalls } from '../../../sync/contract/task.ts';
import type { SetKind } from '../../../sync/machines/attempt-kinds.ts';
import { call } from '../../platform/call.ts';

export type Task = CallOutput<(typeof taskCalls)['getById']>;
export type Work = CallOutput<(typeof taskCalls)['getWork']>;
export const taskKey = ['task'] as const;

export const useTask = (id: number | null) =>
  useQuery({
    queryKey: [...taskKey, 'one', id],
    queryFn: ({ signal }) => call('/task/getById', { id: id ?? 0 }, { signal, quiet: true }),
    enabled: id !== null,
  });

export const useWork = (planId: number, userId: number) =>
  useQuery({
    queryKey: [...taskKey, 'work', planId, userId],
    queryFn: ({ signal }) => call('/task/getWork', { planId, userId }, { signal, quiet: true }),
  });

export type ByQuestion = CallOutput<(typeof taskCalls)['getByQuestion']>;

export const useByQuestion = (planId: number, questionId: number | null) =>
  useQuery({
    queryKey: [...taskKey, 'question', planId, questionId],
    queryFn: ({ signal }) => call('/task/getByQuestion', { planId, questionId }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const useFigures = (planId: number) =>
  useQuery({
    queryKey: [...taskKey, 'figures', planId],
    queryFn: ({ signal }) => call('/task/getFigures', { planId }, { signal, quiet: true }),
  });

/** Papers of the kind that have their questions. */
export const useSetPapers = (kind: SetKind) =>
  useQuery({
    queryKey: ['paper', 'set', kind],
    queryFn: async ({ signal }) => {
      const { items } = await call('/paper/getList', { pageSize: 200, filter: { kinds: [kind] } }, { signal });
      return items.filter((paper) => paper.status === paperStatus.assembled || paper.status === paperStatus.organised);
    },
  });

export const useSetClasses = () =>
  useQuery({
    queryKey: ['user', 'getExamClasses'],
    queryFn: async ({ signal }) => (await call('/user/getExamClasses', {}, { signal })).items,
  });

export const useSetStudents = () =>
  useQuery({
    queryKey: ['user', 'setStudents'],
    queryFn: async ({ signal }) => (await call('/user/getExamUserList', { pageSize: 200, sort: 'login_name' }, { signal })).items,
  });

/** Where the pages of a kind stand. */
export const areaOf = (kind: SetKind): string => `/teacher/${kind}/user`;
