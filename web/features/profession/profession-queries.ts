import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import { useInvalidate, type ListRow, useCall } from '../../platform/api/call-query.ts';
import { makeCall } from '../../platform/api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { questionStatus } from '../../../sync/contract/codes.ts';
import type { questionCalls } from '../../../sync/contract/bank/question.ts';

export type ProfessionRow = ListRow<'/prof/getList'>;

type ChangePath = '/prof/setStatus' | '/prof/setOffered' | '/prof/setArea';

/** Runs a change made from a list and reloads the list, even if the change failed. */
export function useProfessionChange<P extends ChangePath>(path: P, done: string | ((input: CallInput<CallOfPath<P>>) => string)) {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: (input: CallInput<CallOfPath<P>>) => makeCall(path, input),
    onSuccess: (_answer, input) => toast.success(typeof done === 'string' ? done : done(input)),
    onSettled: () => invalidate('/prof'),
  });
}

/** Returns the address of a profession's certified bank. */
export const getBankPath = (row: Pick<ProfessionRow, 'code'>): string => `/question/List/${row.code}`;

export interface BankCount {
  readonly all: number;
  readonly inReview: number;
}

export const noBankQuestions: BankCount = { all: 0, inReview: 0 };

/** Sums the counts by profession; questions without a profession are counted under null. */
export function sumBankCounts(items: CallOutput<(typeof questionCalls)['getCount']>['items']): Map<number | null, BankCount> {
  const counts = new Map<number | null, BankCount>();
  for (const { profId, status, count } of items) {
    const before = counts.get(profId) ?? noBankQuestions;
    counts.set(profId, { all: before.all + count, inReview: before.inReview + (status === questionStatus.inReview ? count : 0) });
  }
  return counts;
}

const selectBankCounts = ({ items }: CallOutput<(typeof questionCalls)['getCount']>) => sumBankCounts(items);

/** Loads the number of questions in the certified bank, which all schools share, for each profession. */
export const useBankCounts = () => useCall('/question/getCount', { bank: 'certified' }, { select: selectBankCounts });
