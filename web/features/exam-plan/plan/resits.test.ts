import { expect, test } from 'vitest';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import type { ExamPlan } from '../exam-plan-queries.ts';
import { listResitCandidates } from './resits.ts';

const one = (userId: number, status: number, passed: boolean | null, points: number | null) =>
  ({ userId, name: `考生${userId}`, ticketNo: `T${userId}`, status, passed, points }) as ExamPlan['examinees'][number];
const people = [
  one(1, examUserStatus.finished, true, 80),
  one(2, examUserStatus.finished, false, 41.5),
  one(3, examUserStatus.absent, null, null),
  one(4, examUserStatus.cheating, false, 0),
];
const release = { rule: 'byHand' as const, atMs: null, reviewDays: 5, releasedBy: '', reason: '' };

test('listResitCandidates proposes failed and absent examinees after the release, but nobody who cheated', () => {
  expect(
    listResitCandidates({ release: { ...release, releasedMs: 5 }, examinees: people }).map(({ userId, reason }) => [userId, reason]),
  ).toEqual([
    [2, 'failed'],
    [3, 'absent'],
  ]);
  expect(listResitCandidates({ release: { ...release, releasedMs: null }, examinees: people })).toEqual([]);
});
