import { examStatus, type ExamStatusCode } from '../contract/codes.ts';
import { nextStatus, type Transition } from './transition.ts';

/** What people have decided about a plan. The status that everybody is shown is a view of it and of the time (`examStatusAt`). */
export const planState = { draft: 0, published: 1, withdrawn: 2 } as const;
export type PlanStateCode = (typeof planState)[keyof typeof planState];

export type PlanEvent =
  | 'change'
  | 'publish'
  /** Of a published plan, before its start alone (`mayWithdrawAt`): a revision, told to everybody it concerns. */
  | 'amend'
  /** Before its start alone (`mayWithdrawAt`): nobody has seen the paper. */
  | 'withdraw';

const { draft, published, withdrawn } = planState;
const staff = ['school', 'teacher'] as const;

/**
 * Once published, a plan is changed by revisions alone, for PCs hold it and follow: never its paper. Nor does a withdrawn one come back: a PC may still have its seat and its
 * sealed paper, and must never take them for those of another exam. Who wants it after all arranges a new one.
 */
export const planMachine: readonly Transition<PlanStateCode, PlanEvent>[] = [
  { from: draft, on: 'change', to: draft, by: staff },
  { from: draft, on: 'publish', to: published, by: staff },
  { from: published, on: 'amend', to: published, by: staff },
  { from: published, on: 'withdraw', to: withdrawn, by: staff },
];

export const nextPlanState = (from: PlanStateCode, on: PlanEvent): PlanStateCode | undefined => nextStatus(planMachine, from, on);

export interface ExamTimes {
  readonly startMs: number;
  readonly durationMs: number;
  readonly entryLimitMs: number;
  readonly earliestHandInMs: number;
}

/** So long before the start an exam is called upcoming (specification, section 4). */
export const upcomingBeforeMs = 30 * 60_000;

/** Statuses of an enabled plan with the moment each begins; the last one that has begun is shown. */
export const examPhases: readonly { readonly status: ExamStatusCode; readonly fromMs: (times: ExamTimes) => number }[] = [
  { status: examStatus.enabled, fromMs: () => 0 },
  { status: examStatus.upcoming, fromMs: (times) => times.startMs - upcomingBeforeMs },
  { status: examStatus.started, fromMs: (times) => times.startMs },
  { status: examStatus.entryForbidden, fromMs: (times) => times.startMs + times.entryLimitMs },
  // A plan may allow handing in before it closes the doors; the code that says "entry forbidden too" waits for both.
  { status: examStatus.handInAllowed, fromMs: (times) => times.startMs + Math.max(times.entryLimitMs, times.earliestHandInMs) },
  { status: examStatus.ended, fromMs: (times) => times.startMs + times.durationMs },
];

export function examStatusAt(published: boolean, times: ExamTimes, nowMs: number): ExamStatusCode {
  if (!published) return examStatus.notEnabled;
  return examPhases.findLast((phase) => phase.fromMs(times) <= nowMs)?.status ?? examStatus.enabled;
}

/** May one hand in now? A fact of its own: a plan may allow it before its doors close, and the status then says nothing of it. */
export const mayHandInAt = (times: ExamTimes, nowMs: number): boolean => nowMs >= times.startMs + times.earliestHandInMs;

/** A paper is opened from the start on: before it nobody has seen what is withdrawn, and no time runs that a change could take away. */
export const mayWithdrawAt = (times: Pick<ExamTimes, 'startMs'>, nowMs: number): boolean => nowMs < times.startMs;
