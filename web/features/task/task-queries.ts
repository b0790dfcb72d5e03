import { keepPreviousData } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { taskCalls } from '../../../sync/contract/task.ts';
import type { SetKind } from '../../../sync/machines/attempt-kinds.ts';
import { itemsOf, useCall } from '../../platform/call-query.ts';
import { optionSource } from '../../platform/options.ts';

export type Task = CallOutput<(typeof taskCalls)['getById']>;
export type Work = CallOutput<(typeof taskCalls)['getWork']>;

export const useTask = (id: number | null) => useCall('/task/getById', { id: id ?? 0 }, { quiet: true, enabled: id !== null });

export const useWork = (planId: number, userId: number) => useCall('/task/getWork', { planId, userId }, { quiet: true });

export type ByQuestion = CallOutput<(typeof taskCalls)['getByQuestion']>;

export const useByQuestion = (planId: number, questionId: number | null) =>
  useCall('/task/getByQuestion', { planId, questionId }, { quiet: true, placeholderData: keepPreviousData });

export const useFigures = (planId: number) => useCall('/task/getFigures', { planId }, { quiet: true });

/** Options of papers of this kind that have their questions. */
export const paperOptions = (kind: SetKind) =>
  optionSource('/paper/getList', {
    filter: { kinds: [kind], assembled: true },
    chosen: '/paper/getById',
    optionOf: ({ id, name }) => ({ value: String(id), label: name }),
  });

/** Options of students and examinees who can be given an assignment. */
export const studentOptions = optionSource('/user/getExamUserList', {
  sort: 'login_name',
  chosen: '/user/getListByIds',
  optionOf: ({ id, name, login_name }) => ({ value: String(id), label: name, note: login_name }),
});

export const useSetClasses = () => useCall('/user/getExamClasses', {}, { select: itemsOf });

/** Returns the base path of the pages for this kind of assignment. */
export const areaOf = (kind: SetKind): string => `/teacher/${kind}/user`;
