import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { PaperShelf } from '../../../sync/contract/codes.ts';
import type { paperCalls, paperDraft } from '../../../sync/contract/paper.ts';
import type { questionCalls } from '../../../sync/contract/question.ts';
import { call } from '../../platform/call.ts';

export type PaperDraft = z.output<typeof paperDraft>;
export type PaperSummary = CallOutput<(typeof paperCalls)['getList']>['items'][number];
export type Paper = CallOutput<(typeof paperCalls)['getById']>;
export type BankCategories = CallOutput<(typeof questionCalls)['getCategories']>['items'];

export const paperKey = ['paper'] as const;

export const usePaper = (id: number | null) =>
  useQuery({
    queryKey: [...paperKey, 'one', id],
    queryFn: ({ signal }) => call('/paper/getById', { id: id ?? 0 }, { signal }),
    enabled: id !== null,
  });

/** What the form of a paper holds of it. */
export const draftOf = ({ name, kind, category, rules, sections }: Paper): PaperDraft => ({
  name,
  kind,
  category,
  sections: sections.map(({ questions: _questions, ...section }) => section),
  rules,
});

export const useBankCategories = () =>
  useQuery({
    queryKey: ['question', 'categories'],
    queryFn: ({ signal }) => call('/question/getCategories', {}, { signal }),
  });

/** As the tree of categories takes them. */
export const usePaperCategories = (shelf: PaperShelf) =>
  useQuery({
    queryKey: [...paperKey, 'categories', shelf],
    queryFn: async ({ signal }) =>
      (await call('/paper/getCategories', { shelf }, { signal })).items.map(({ category, count }) => ({
        category,
        counts: [{ type: 0, count }],
      })),
  });

export const useCategoryPaths = (shelf: PaperShelf): string[] =>
  (usePaperCategories(shelf).data ?? []).flatMap(({ category }) => (category === '' ? [] : [category]));
