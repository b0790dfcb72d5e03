import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import { paperCalls, type paperDraft } from '../../../sync/contract/paper.ts';
import { questionCalls } from '../../../sync/contract/question.ts';
import { call } from '../../platform/call.ts';

export type PaperDraft = z.output<typeof paperDraft>;
export type PaperSummary = CallOutput<(typeof paperCalls)['getList']>['items'][number];
export type Paper = CallOutput<(typeof paperCalls)['getById']>;
export type BankCategories = CallOutput<(typeof questionCalls)['getCategories']>['items'];

export const paperKey = ['paper'] as const;

export const usePaperList = (input: CallInput<(typeof paperCalls)['getList']>) =>
  useQuery({
    queryKey: [...paperKey, 'list', input],
    queryFn: ({ signal }) => call(paperCalls.getList, input, { signal }),
    placeholderData: keepPreviousData,
  });

export const usePaper = (id: number | null) =>
  useQuery({
    queryKey: [...paperKey, 'one', id],
    queryFn: ({ signal }) => call(paperCalls.getById, { id: id ?? 0 }, { signal }),
    enabled: id !== null,
  });

export const useBankCategories = () =>
  useQuery({
    queryKey: ['question', 'categories'],
    queryFn: ({ signal }) => call(questionCalls.getCategories, {}, { signal }),
  });
