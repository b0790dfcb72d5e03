import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import { examStatus, paperStatus } from '../../../sync/contract/codes.ts';
import type { examCalls } from '../../../sync/contract/exam.ts';
import type { userCalls } from '../../../sync/contract/user.ts';
import { call } from '../../platform/call.ts';
import { isDelivered } from '../../../sync/machines/delivery.ts';

export type PlanSummary = CallOutput<(typeof examCalls)['getList']>['items'][number];
export type Plan = CallOutput<(typeof examCalls)['getById']>;
export type PlanExaminee = Plan['examinees'][number];
export type Candidate = CallOutput<(typeof userCalls)['getExamUserList']>['items'][number];

export type ExamClass = CallOutput<(typeof userCalls)['getExamClasses']>['items'][number];

export const planKey = ['exam'] as const;
/** How often the board of a running exam asks again. */
const boardMs = 4000;

const isSettled = (plan: Plan): boolean =>
  plan.status === examStatus.notEnabled ||
  (plan.status === examStatus.ended &&
    (plan.release.releasedMs !== null || plan.release.rule === 'byHand') &&
    plan.examinees.every((each) => each.wait === null && (isDelivered(each) || each.receivedOps === 0)));

/** One plan; polled while anything may still arrive. Quiet then: a lost network shows in the page, not in a toast every four seconds. */
export const usePlan = (id: number | null) =>
  useQuery({
    queryKey: [...planKey, 'one', id],
    queryFn: ({ signal }) => call('/exam/getById', { id: id ?? 0 }, { signal, quiet: true }),
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data === undefined || isSettled(query.state.data) ? false : boardMs),
  });

export const useExamClasses = () =>
  useQuery({
    queryKey: ['user', 'getExamClasses'],
    queryFn: async ({ signal }) => (await call('/user/getExamClasses', {}, { signal })).items,
  });

export const useAssembledPapers = () =>
  useQuery({
    queryKey: ['paper', 'assembled'],
    queryFn: async ({ signal }) => {
      const { items } = await call('/paper/getList', { pageSize: 200, filter: { kinds: ['exam'] } }, { signal });
      return items.filter((paper) => paper.status === paperStatus.assembled || paper.status === paperStatus.organised);
    },
  });

export type Evidence = CallOutput<(typeof examCalls)['getEvidence']>;

/** What waits for a decision about one examinee, or about one student's homework. */
export const useEvidence = (of: 'exam' | 'task', planId: number, userId: number) =>
  useQuery({
    queryKey: [...planKey, 'evidence', of, planId, userId],
    queryFn: ({ signal }) =>
      of === 'exam'
        ? call('/exam/getEvidence', { planId, userId }, { signal, quiet: true })
        : call('/task/getEvidence', { planId, userId }, { signal, quiet: true }),
  });
