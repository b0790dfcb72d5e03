import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
import type { questionCalls } from '../../../sync/contract/bank/question.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import { getItems, useCall, useInvalidate, type ListRow } from '../../platform/api/call-query.ts';
import { makeCall, CallFailure, reportFailure } from '../../platform/api/call.ts';
import { createProfessionOptions } from '../../platform/choices/entity-choices.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useAtomValue } from 'jotai';
import { getSubmittedStatus } from '../../../sync/domain/papers/question-machine.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type CategoryEdits, useCategoryEdits } from '../../platform/categories/category-edits.ts';

export type QuestionListRow = ListRow<'/question/getList'>;
export type QuestionDetail = CallOutput<(typeof questionCalls)['getById']>;
export type ImportPreview = CallOutput<(typeof questionCalls)['importPreview']>;
export type ImportCheck = CallOutput<(typeof questionCalls)['importCheck']>;
export type QuestionVersion = CallOutput<(typeof questionCalls)['getVersion']>;

export const useQuestion = (id: number | null) => useCall('/question/getById', { id: id ?? 0 }, { enabled: id !== null });

export const useQuestionCategories = (bank: QuestionBank) => useCall('/question/getCategories', { bank });

export const useQuestionTags = (bank: QuestionBank) => useCall('/question/getTags', { bank });

export const useQuestionHistory = (id: number) => useCall('/question/getHistory', { id }, { select: getItems });

export const useQuestionVersion = (id: number, version: number) =>
  useCall('/question/getVersion', { id, version }, { enabled: version > 0, staleTime: Infinity });

export const useQuestionUsage = (id: number) => useCall('/question/getUsage', { id });

/**
 * Creates the picker options for a question's profession: those that the school offers, or all enabled ones for the certified bank of all schools.
 */
export const createBankProfessionOptions = (bank: QuestionBank) =>
  createProfessionOptions({ enabled: true, ...(bank === 'school' && { offered: true }) });

/** Reads a profession with its levels and trades. */
export const useProfession = (id: number | null) =>
  useCall('/prof/getById', { id: id ?? 0 }, { enabled: id !== null, quiet: true, staleTime: 60_000 });

/** Finds a profession by its exact code; the result is null if there is none. */
export const useProfessionOfCode = (code: string | null) =>
  useCall(
    '/prof/getList',
    { filter: { enabled: true, keyword: code ?? '' } },
    { enabled: code !== null, staleTime: 60_000, select: ({ items }) => items.find((each) => each.code === code) ?? null },
  );

type ChangePath = {
  [P in keyof typeof questionCalls]: (typeof questionCalls)[P]['changes'] extends true ? (typeof questionCalls)[P]['path'] : never;
}[keyof typeof questionCalls];

/** Makes a call that changes the question bank, and reads lists and questions again afterwards, whether it succeeded or not. */
export function useQuestionChange<P extends ChangePath>(
  path: P,
  onDone?: (answer: CallOutput<CallOfPath<P>>, input: CallInput<CallOfPath<P>>) => void,
) {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: async (input: CallInput<CallOfPath<P>>) => {
      try {
        return await makeCall(path, input, { quiet: true });
      } catch (failure) {
        if (failure instanceof CallFailure) reportFailure(failure);
        throw failure;
      }
    },
    onSuccess: (answer, input) => onDone?.(answer, input),
    // Do not wait for the refresh after a failure: without a network it never ends, and the failure must be reported at once.
    onSettled: (_answer, failure) => {
      const fresh = invalidate('/question');
      return failure === null ? fresh : undefined;
    },
  });
}

/** Returns the status that a question gets when this user hands it in. The server decides with the same function. */
export const useSubmittedStatus = () => getSubmittedStatus(useAtomValue(sessionUserAtom)?.roles ?? []);

/** Returns the operations on the categories of a bank. */
export function useBankCategoryEdits(bank: QuestionBank): CategoryEdits {
  const { t } = useTranslation('question');
  return useCategoryEdits({
    calls: '/question',
    add: '/question/addCategory',
    move: '/question/moveCategory',
    remove: '/question/removeCategory',
    tree: { bank },
    countRows: (count) => t('categoryRows', { count }),
  });
}
