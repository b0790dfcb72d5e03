import { examStatus, type ExamStatusCode } from '../../contract/codes.ts';
import { findNextStatus, type Transition } from '../transition.ts';

/** States of a plan that people decide. The status shown to users is derived from it and the time (`getExamStatusAt`). */
export const planState = { draft: 0, published: 1, withdrawn: 2 } as const;
export type PlanStateCode = (typeof planState)[keyof typeof planState];

export type PlanEvent =
  | 'change'
  | 'publish'
  /** Changes a published plan by a revision, only before its start (`canWithdrawAt`). All persons concerned are notified. */
  | 'amend'
  /** Withdraws a published plan; only before its start (`canWithdrawAt`), while no examinee has seen the paper. */
  | 'withdraw';

const { draft, published, withdrawn } = planState;
const staff = ['school', 'teacher'] as const;

/**
 * Transitions of a plan. A published plan changes only by revisions, because PCs hold and follow it; its paper never changes. A withdrawn plan
 * cannot be published again: a PC may still have its seats and its sealed paper, and could mistake them for those of the new exam. Staff create a
 * new plan instead.
 */
export const planMachine: readonly Transition<PlanStateCode, PlanEvent>[] = [
  { from: draft, on: 'change', to: draft, by: staff },
  { from: draft, on: 'publish', to: published, by: staff },
  { from: published, on: 'amend', to: published, by: staff },
  { from: published, on: 'withdraw', to: withdrawn, by: staff },
];

export const getNextPlanState = (from: PlanStateCode, on: PlanEvent): PlanStateCode | undefined => findNextStatus(planMachine, from, on);

/** Times of a plan in milliseconds. Entry limit and earliest hand-in count from the start. */
export interface ExamPlanTimes {
  readonly startMs: number;
  readonly durationMs: number;
  readonly entryLimitMs: number;
  readonly earliestHandInMs: number;
}

/** Milliseconds before the start from which an exam is shown as upcoming (specification, section 4). */
export const upcomingBeforeMs = 30 * 60_000;

/** Statuses of an enabled plan with the time at which each begins. The last one that has begun is shown. */
export const examPhases: readonly { readonly status: ExamStatusCode; readonly fromMs: (times: ExamPlanTimes) => number }[] = [
  { status: examStatus.enabled, fromMs: () => 0 },
  { status: examStatus.upcoming, fromMs: (times) => times.startMs - upcomingBeforeMs },
  { status: examStatus.started, fromMs: (times) => times.startMs },
  { status: examStatus.entryForbidden, fromMs: (times) => times.startMs + times.entryLimitMs },
  // A plan may allow handing in before entry closes. This status means that entry is closed as well, so it begins at the later time.
  { status: examStatus.handInAllowed, fromMs: (times) => times.startMs + Math.max(times.entryLimitMs, times.earliestHandInMs) },
  { status: examStatus.ended, fromMs: (times) => times.startMs + times.durationMs },
];

/** Returns the shown status of a plan at a moment. */
export function getExamStatusAt(published: boolean, times: ExamPlanTimes, nowMs: number): ExamStatusCode {
  if (!published) return examStatus.notEnabled;
  return examPhases.findLast((phase) => phase.fromMs(times) <= nowMs)?.status ?? examStatus.enabled;
}

/** Checks whether handing in is allowed. It is separate from the status, because a plan may allow it before entry closes. */
export const canHandInAt = (times: ExamPlanTimes, nowMs: number): boolean => nowMs >= times.startMs + times.earliestHandInMs;

/** Checks whether a plan can be withdrawn or changed. Papers open at the start; before it no examinee has seen the paper and no exam time runs. */
export const canWithdrawAt = (times: Pick<ExamPlanTimes, 'startMs'>, nowMs: number): boolean => nowMs < times.startMs;
