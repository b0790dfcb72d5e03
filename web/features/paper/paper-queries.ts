import type { z } from 'zod';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { PaperShelf } from '../../../sync/contract/codes.ts';
import type { paperCalls, paperDraft } from '../../../sync/contract/paper.ts';
import type { questionCalls } from '../../../sync/contract/question.ts';
import { useCall } from '../../platform/call-query.ts';
import { categoryRows } from '../../platform/category-edits.ts';

export type PaperDraft = z.output<typeof paperDraft>;
export type PaperSummary = CallOutput<(typeof paperCalls)['getList']>['items'][number];
export type Paper = CallOutput<(typeof paperCalls)['getById']>;
export type BankCategories = CallOutput<(typeof questionCalls)['getCategories']>['items'];

export const usePaper = (id: number | null) => useCall('/paper/getById', { id: id ?? 0 }, { enabled: id !== null });

/** Returns the fields of a paper that its form edits. */
export const draftOf = ({ name, kind, category, rules, sections }: Paper): PaperDraft => ({
  name,
  kind,
  category,
  sections: sections.map(({ questions: _questions, ...section }) => section),
  rules,
});

export const useBankCategories = () => useCall('/question/getCategories', {});

/** Reads the paper categories in the form of the category tree. */
export const usePaperCategories = (shelf: PaperShelf) => useCall('/paper/getCategories', { shelf }, { select: categoryRows });

export const useCategoryPaths = (shelf: PaperShelf): string[] =>
  (usePaperCategories(shelf).data ?? []).flatMap(({ category }) => (category === '' ? [] : [category]));
