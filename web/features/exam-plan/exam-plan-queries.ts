import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import { examStatus } from '../../../sync/contract/codes.ts';
import type { examCalls } from '../../../sync/contract/exam.ts';
import type { userCalls } from '../../../sync/contract/user.ts';
import { isDelivered } from '../../../sync/machines/delivery.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { optionSource } from '../../platform/options.ts';
import { type CallPrefix, itemsOf, useCall } from '../../platform/call-query.ts';

export type PlanSummary = CallOutput<(typeof examCalls)['getList']>['items'][number];
export type Plan = CallOutput<(typeof examCalls)['getById']>;
export type PlanExaminee = Plan['examinees'][number];

/** True if the plan's examinees have seats: it has rooms and is published. */
export const hasSeats = (plan: Plan): boolean => plan.examinees.some((one) => one.seatLabel !== '');
export type Candidate = CallOutput<(typeof userCalls)['getExamUserList']>['items'][number];

export type ExamClass = CallOutput<(typeof userCalls)['getExamClasses']>['items'][number];

/** Calls whose cached answers are stale after a plan was changed. */
export const planCalls = [
  '/exam',
  '/score',
  '/certificate/getCandidates',
  '/invigilation/getOpenActs',
  '/invigilation/getRecord',
  '/task/getEvidence',
] as const satisfies readonly CallPrefix[];
/** Polling interval of the board of a running exam, in ms. */
const boardMs = 4000;

const isSettled = (plan: Plan): boolean =>
  plan.status === examStatus.notEnabled ||
  (plan.status === examStatus.ended &&
    (plan.release.releasedMs !== null || plan.release.rule === 'byHand') &&
    plan.examinees.every((each) => each.wait === null && (isDelivered(each) || each.receivedOps === 0)));

/**
 * Reads one plan, and polls it while ops or scores may still arrive. Polling is quiet: a lost network is shown by the page, not by a toast every four
 * seconds.
 */
export const usePlan = (id: number | null) =>
  useCall(
    '/exam/getById',
    { id: id ?? 0 },
    {
      quiet: true,
      enabled: id !== null,
      refetchInterval: (query) => (query.state.data === undefined || isSettled(query.state.data) ? false : boardMs),
    },
  );

export const useExamClasses = () => useCall('/user/getExamClasses', {}, { select: itemsOf });

type PlanFilter = NonNullable<CallInput<(typeof examCalls)['getList']>['filter']>;
/** Options of the plans that match the filter, latest start first. */
export const planOptions = (filter: PlanFilter) =>
  optionSource('/exam/getList', {
    filter,
    sort: '-startMs',
    chosen: '/exam/getById',
    optionOf: ({ id, name, startMs }) => ({ value: String(id), label: name, note: formatDateTime(startMs) }),
  });

export const usePaper = (id: number) => useCall('/paper/getById', { id }, { enabled: id > 0, quiet: true });

export type Evidence = CallOutput<(typeof examCalls)['getEvidence']>;

/** Reads the answers of one examinee (exam) or one student (assignment) that need a staff decision. */
export const useEvidence = (of: 'exam' | 'task', planId: number, userId: number) =>
  useCall(of === 'exam' ? '/exam/getEvidence' : '/task/getEvidence', { planId, userId }, { quiet: true });
