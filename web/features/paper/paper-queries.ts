import type { z } from 'zod';
import type { CallOutput } from '../../../sync/contract/call.ts';
import { type PaperCategoryTree, type PaperKind, getPaperCategoryTree } from '../../../sync/contract/codes.ts';
import type { paperCalls, paperDraftSchema } from '../../../sync/contract/papers/paper.ts';
import type { questionCalls } from '../../../sync/contract/bank/question.ts';
import { useCall } from '../../platform/api/call-query.ts';
import { toCategoryRows, type CategoryEdits, useCategoryEdits } from '../../platform/categories/category-edits.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLocation } from 'react-router-dom';

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

/** Returns the functions that edit the paper categories of one area. */
export function usePaperCategoryEdits(shelf: PaperCategoryTree): CategoryEdits {
  const { t } = useTranslation('paper');
  return useCategoryEdits({
    calls: '/paper',
    add: '/paper/addCategory',
    move: '/paper/moveCategory',
    remove: '/paper/removeCategory',
    tree: { shelf },
    countRows: (count) => t('categoryRows', { count }),
  });
}

interface PaperArea {
  /** Base path of the area's paper pages, such as "/teacher/exam". */
  readonly base: string;
  /** Kinds of paper in this area; a new paper gets the first. */
  readonly kinds: readonly [PaperKind, ...PaperKind[]];
  /** Category tree of the area's papers. */
  readonly shelf: PaperCategoryTree;
}

const areas: Readonly<Record<string, readonly [PaperKind, ...PaperKind[]]>> = {
  exam: ['exam'],
  test: ['test', 'exercise'],
  homework: ['homework'],
};

/** Returns the area (exams, mock tests and exercises, or homework) of the present page, from its URL. */
export function usePaperArea(): PaperArea {
  const name = useLocation().pathname.split('/')[2] ?? 'exam';
  const base = `/teacher/${name}`;
  const kinds = areas[name] ?? ['exam'];
  return { base, kinds, shelf: getPaperCategoryTree(kinds[0]) };
}
