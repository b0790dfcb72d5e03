import { expect, test } from 'vitest';
import { questionStatus } from '../../../sync/contract/codes.ts';
import { sumBankCounts } from './profession-queries.ts';

test('sumBankCounts adds up all statuses, and counts questions in review', () => {
  const counts = sumBankCounts([
    { profId: 1, status: questionStatus.inUse, count: 7 },
    { profId: 1, status: questionStatus.inReview, count: 2 },
    { profId: null, status: questionStatus.draft, count: 1 },
  ]);
  expect([...counts]).toEqual([
    [1, { all: 9, inReview: 2 }],
    [null, { all: 1, inReview: 0 }],
  ]);
});
