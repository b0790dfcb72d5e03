import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
import type { questionCalls } from '../../../sync/contract/question.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { call, CallFailure, reportFailure } from '../../platform/call.ts';
import type { RowOf } from '../../platform/list-query.ts';

export type QuestionRow = RowOf<'/question/getList'>;
export type Question = CallOutput<(typeof questionCalls)['getById']>;
export type ImportPreview = CallOutput<(typeof questionCalls)['importPreview']>;
export type ImportCheck = CallOutput<(typeof questionCalls)['importCheck']>;
export type QuestionVersion = CallOutput<(typeof questionCalls)['getVersion']>;

/** Everything under this key is stale after a change. */
export const questionKey = ['question'] as const;

export const oneQuestionKey = (id: number | null) => [...questionKey, 'one', id] as const;

export const useQuestion = (id: number | null) =>
  useQuery({
    queryKey: oneQuestionKey(id),
    queryFn: ({ signal }) => call('/question/getById', { id: id ?? 0 }, { signal }),
    enabled: id !== null,
  });

export const useQuestionCategories = (bank: QuestionBank) =>
  useQuery({
    queryKey: [...questionKey, 'categories', bank],
    queryFn: ({ signal }) => call('/question/getCategories', { bank }, { signal }),
  });

export const useQuestionTags = (bank: QuestionBank) =>
  useQuery({
    queryKey: [...questionKey, 'tags', bank],
    queryFn: ({ signal }) => call('/question/getTags', { bank }, { signal }),
  });

export const useQuestionHistory = (id: number) =>
  useQuery({
    queryKey: [...questionKey, 'history', id],
    queryFn: async ({ signal }) => (await call('/question/getHistory', { id }, { signal })).items,
  });

export const useQuestionVersion = (id: number, version: number) =>
  useQuery({
    queryKey: [...questionKey, 'version', id, version],
    queryFn: ({ signal }) => call('/question/getVersion', { id, version }, { signal }),
    enabled: version > 0,
    staleTime: Infinity,
  });

export const useQuestionUsage = (id: number) =>
  useQuery({ queryKey: [...questionKey, 'usage', id], queryFn: ({ signal }) => call('/question/getUsage', { id }, { signal }) });

/** Professions with levels and trades: of the school, or all of them for who keeps the certified bank. */
export const useProfessions = (bank: QuestionBank) =>
  useQuery({
    queryKey: ['prof', 'choices', bank],
    queryFn: async ({ signal }) =>
      (await call('/prof/getList', { pageSize: 200, filter: { enabled: true, ...(bank === 'school' && { offered: true }) } }, { signal }))
        .items,
    staleTime: 60_000,
  });

type ChangePath = {
  [P in keyof typeof questionCalls]: (typeof questionCalls)[P]['changes'] extends true ? (typeof questionCalls)[P]['path'] : never;
}[keyof typeof questionCalls];

/** A change of the bank; whatever comes of it, lists and questions show what stands now. */
export function useQuestionChange<P extends ChangePath>(
  path: P,
  onDone?: (answer: CallOutput<CallAt<P>>, input: CallInput<CallAt<P>>) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: CallInput<CallAt<P>>) => {
      try {
        return await call(path, input, { quiet: true });
      } catch (failure) {
        if (failure instanceof CallFailure) reportFailure(failure);
        throw failure;
      }
    },
    onSuccess: (answer, input) => onDone?.(answer, input),
    // A failure is told at once: without a network what is shown can't be fetched again, and nobody should wait for it.
    onSettled: (_answer, failure) => {
      const fresh = queries.invalidateQueries({ queryKey: questionKey });
      return failure === null ? fresh : undefined;
    },
  });
}
