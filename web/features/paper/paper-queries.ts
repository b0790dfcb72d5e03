import type { z } from 'zod';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { PaperCategoryTree } from '../../../sync/contract/codes.ts';
import type { paperCalls, paperDraftSchema } from '../../../sync/contract/papers/paper.ts';
import type { questionCalls } from '../../../sync/contract/bank/question.ts';
import { useCall } from '../../platform/api/call-query.ts';
import { toCategoryRows } from '../../platform/categories/category-edits.ts';

export type PaperFormDraft = z.output<typeof paperDraftSchema>;
export type PaperSummary = CallOutput<(typeof paperCalls)['getList']>['items'][number];
export type Paper = CallOutput<(typeof paperCalls)['getById']>;
export type BankCategories = CallOutput<(typeof questionCalls)['getCategories']>['items'];

export const useAssemblyPaper = (id: number | null) => useCall('/paper/getById', { id: id ?? 0 }, { enabled: id !== null });

/** Returns the fields of a paper that its form edits. */
export const toPaperFormDraft = ({ name, kind, category, rules, sections }: Paper): PaperFormDraft => ({
  name,
  kind,
  category,
  sections: sections.map(({ questions: _questions, ...section }) => section),
  rules,
});

export const useBankCategories = () => useCall('/question/getCategories', {});

/** Reads the paper categories in the form of the category tree. */
export const usePaperCategories = (shelf: PaperCategoryTree) => useCall('/paper/getCategories', { shelf }, { select: toCategoryRows });

export const useCategoryPaths = (shelf: PaperCategoryTree): string[] =>
  (usePaperCategories(shelf).data ?? []).flatMap(({ category }) => (category === '' ? [] : [category]));
