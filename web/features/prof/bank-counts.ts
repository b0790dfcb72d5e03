import { useQuery } from '@tanstack/react-query';
import { questionStatus } from '../../../sync/contract/codes.ts';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { questionCalls } from '../../../sync/contract/question.ts';
import { call } from '../../platform/call.ts';

export interface BankCount {
  readonly all: number;
  readonly inReview: number;
}

export const noQuestions: BankCount = { all: 0, inReview: 0 };

/** By profession; those filed nowhere under null. */
export function bankCounts(items: CallOutput<(typeof questionCalls)['getCount']>['items']): Map<number | null, BankCount> {
  const counts = new Map<number | null, BankCount>();
  for (const { profId, status, count } of items) {
    const before = counts.get(profId) ?? noQuestions;
    counts.set(profId, { all: before.all + count, inReview: before.inReview + (status === questionStatus.inReview ? count : 0) });
  }
  return counts;
}

/** Of the certified bank. */
export const useBankCounts = () =>
  useQuery({
    queryKey: ['question', 'counts', 'certified'],
    queryFn: async ({ signal }) => bankCounts((await call('/question/getCount', { bank: 'certified' }, { signal })).items),
  });
