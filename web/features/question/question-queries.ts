import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
import type { questionCalls } from '../../../sync/contract/question.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { itemsOf, useCall, useInvalidate } from '../../platform/call-query.ts';
import { call, CallFailure, reportFailure } from '../../platform/call.ts';
import { professionOptions } from '../../platform/offered-profession.tsx';
import type { RowOf } from '../../platform/list-query.ts';
import { useAction } from '../../platform/use-action.ts';

export type QuestionRow = RowOf<'/question/getList'>;
export type Question = CallOutput<(typeof questionCalls)['getById']>;
export type ImportPreview = CallOutput<(typeof questionCalls)['importPreview']>;
export type ImportCheck = CallOutput<(typeof questionCalls)['importCheck']>;
export type QuestionVersion = CallOutput<(typeof questionCalls)['getVersion']>;

export const useQuestion = (id: number | null) => useCall('/question/getById', { id: id ?? 0 }, { enabled: id !== null });

export const useQuestionCategories = (bank: QuestionBank) => useCall('/question/getCategories', { bank });

export const useQuestionTags = (bank: QuestionBank) => useCall('/question/getTags', { bank });

export const useQuestionHistory = (id: number) => useCall('/question/getHistory', { id }, { select: itemsOf });

export const useQuestionVersion = (id: number, version: number) =>
  useCall('/question/getVersion', { id, version }, { enabled: version > 0, staleTime: Infinity });

export const useQuestionUsage = (id: number) => useCall('/question/getUsage', { id });

/** Options for the profession of a question: those of the school, or all for the certified bank. */
export const bankProfessions = (bank: QuestionBank) => professionOptions({ enabled: true, ...(bank === 'school' && { offered: true }) });

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

/** Runs a change of the bank and refreshes lists and questions afterwards, whether it succeeded or not. */
export function useQuestionChange<P extends ChangePath>(
  path: P,
  onDone?: (answer: CallOutput<CallAt<P>>, input: CallInput<CallAt<P>>) => void,
) {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: async (input: CallInput<CallAt<P>>) => {
      try {
        return await call(path, input, { quiet: true });
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
