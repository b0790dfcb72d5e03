import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import { examStatus } from '../../../sync/contract/codes.ts';
import type { examCalls } from '../../../sync/contract/exams/exam.ts';
import type { userCalls } from '../../../sync/contract/people/user.ts';
import { isAttemptDelivered } from '../../../sync/domain/exams/delivery.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { createOptionSource } from '../../platform/api/option-picker.tsx';
import type { Column } from '../../ui/list/columns.tsx';
import { type CallPrefix, useCall } from '../../platform/api/call-query.ts';
import { makeCall } from '../../platform/api/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import { planState, type PlanStateCode } from '../../../sync/domain/exams/exam-machine.ts';

export type PlanSummary = CallOutput<(typeof examCalls)['getList']>['items'][number];
export type ExamPlan = CallOutput<(typeof examCalls)['getById']>;
export type PlanExaminee = ExamPlan['examinees'][number];

/** Returns the column with the seats; none if nobody has a seat, because the exam has no rooms or the seats are not arranged yet. */
export const listSeatColumns = (plan: ExamPlan, header: string): readonly Column<PlanExaminee>[] =>
  plan.examinees.some((one) => one.seatLabel !== '')
    ? [{ key: 'seat', header, sort: 'seat', width: 'w-36', value: (row) => row.seatLabel }]
    : [];
export type ExamineeCandidate = CallOutput<(typeof userCalls)['getExamUserList']>['items'][number];

export type ExamClass = CallOutput<(typeof userCalls)['getExamClasses']>['items'][number];

/** Calls whose cached replies are outdated after a plan was changed. */
export const planCallPrefixes = [
  '/exam',
  '/score',
  '/certificate/getCandidates',
  '/invigilation/getOpenActs',
  '/invigilation/getRecord',
  '/task/getEvidence',
] as const satisfies readonly CallPrefix[];
/** Polling interval of the board of a running exam, in ms. */
const boardMs = 4000;

const isSettled = (plan: ExamPlan): boolean =>
  plan.status === examStatus.notEnabled ||
  (plan.status === examStatus.ended &&
    (plan.release.releasedMs !== null || plan.release.rule === 'byHand') &&
    plan.examinees.every((each) => each.wait === null && (isAttemptDelivered(each) || each.receivedOps === 0)));

/**
 * Asks the server which data of the plan have changed since `known`, and merges the changed examinees. Rows of all other examinees stay the same
 * objects.
 */
async function renewPlan(known: ExamPlan, signal: AbortSignal): Promise<ExamPlan> {
  const { whole, ...changes } = await makeCall('/exam/getChanges', { id: known.id, cursor: known.cursor }, { signal, quiet: true });
  if (whole) return changes;
  const changed = new Map(changes.examinees.map((each) => [each.userId, each]));
  return { ...changes, examinees: known.examinees.map((each) => changed.get(each.userId) ?? each) };
}

/**
 * Reads one plan, and polls its changes while ops or scores may still arrive. Polling is quiet: a lost network is shown by the page, not by a toast
 * every four seconds.
 */
export const useExamPlan = (id: number | null) =>
  useCall(
    '/exam/getById',
    { id: id ?? 0 },
    {
      quiet: true,
      enabled: id !== null,
      renew: renewPlan,
      refetchInterval: (query) => (query.state.data === undefined || isSettled(query.state.data) ? false : boardMs),
    },
  );

type PlanFilter = NonNullable<CallInput<(typeof examCalls)['getList']>['filter']>;
/** Makes the options of a picker of exam plans: the plans that match the filter, latest start first. */
export const createPlanOptions = (filter: PlanFilter) =>
  createOptionSource('/exam/getList', {
    filter,
    sort: '-startMs',
    chosen: '/exam/getById',
    optionOf: ({ id, name, startMs }) => ({ value: String(id), label: name, note: formatDateTime(startMs) }),
  });

export const usePlanPaper = (id: number) => useCall('/paper/getById', { id }, { enabled: id > 0, quiet: true });

export type AttemptEvidenceView = CallOutput<(typeof examCalls)['getEvidence']>;

/** Reads the answers of one examinee (exam) or one student (assignment) that need a staff decision. */
export const useEvidence = (of: 'exam' | 'task', planId: number, userId: number) =>
  useCall(of === 'exam' ? '/exam/getEvidence' : '/task/getEvidence', { planId, userId }, { quiet: true });

type ScoreAnalysis = CallOutput<CallOfPath<'/score/getAnalysis'>>;
export type AnalysedItem = ScoreAnalysis['items'][number];
export type ScoreReviewRequest = CallOutput<CallOfPath<'/score/getReviews'>>['items'][number];
export type ChangedScore = CallOutput<CallOfPath<'/score/previewCorrection'>>['changed'][number];

export const useAnalysis = (planId: number) => useCall('/score/getAnalysis', { planId }, { quiet: true });
/** Reads everyone's scores in each part of the certification, but only if it has `several` parts (such as theory and practical). */
export const usePartScores = (planId: number, several: boolean) =>
  useCall('/certificate/getCandidates', { planId }, { quiet: true, enabled: several });
export const useReviews = (planId: number) => useCall('/score/getReviews', { planId }, { quiet: true });

/** Returns what staff decided about a plan: draft, published or withdrawn. The status alone cannot tell that a plan was withdrawn. */
export function getPlanState(plan: Pick<PlanSummary, 'status' | 'withdrawn'>): PlanStateCode {
  if (plan.withdrawn !== null) return planState.withdrawn;
  return plan.status === examStatus.notEnabled ? planState.draft : planState.published;
}
