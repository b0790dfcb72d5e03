import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { questionCalls } from '../../../sync/contract/question.ts';
import { call } from '../../platform/call.ts';

export type QuestionRow = CallOutput<(typeof questionCalls)['getList']>['items'][number];
export type ImportPreview = CallOutput<(typeof questionCalls)['importPreview']>;

/** Everything under this key is stale after an import. */
export const questionKey = ['question'] as const;

export const useQuestion = (id: number | null) =>
  useQuery({
    queryKey: [...questionKey, 'one', id],
    queryFn: ({ signal }) => call('/question/getById', { id: id ?? 0 }, { signal }),
    enabled: id !== null,
  });

export const useQuestionCategories = () =>
  useQuery({
    queryKey: [...questionKey, 'categories'],
    queryFn: ({ signal }) => call('/question/getCategories', {}, { signal }),
  });
