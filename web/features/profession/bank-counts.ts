import { questionStatus } from '../../../sync/contract/codes.ts';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { questionCalls } from '../../../sync/contract/bank/question.ts';
import { useCall } from '../../platform/api/call-query.ts';

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
