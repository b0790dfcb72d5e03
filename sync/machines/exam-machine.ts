import { examStatus, type ExamStatusCode } from '../contract/codes.ts';
import { nextStatus, type Transition } from './transition.ts';

export type ExamEvent = 'change' | 'publish';

const staff = ['school', 'teacher'] as const;

/** What people decide. Once enabled, the status is only a view of the time (`examPhases`) and nothing can be changed. */
export const examMachine: readonly Transition<ExamStatusCode, ExamEvent>[] = [
  { from: examStatus.notEnabled, on: 'change', to: examStatus.notEnabled, by: staff },
  { from: examStatus.notEnabled, on: 'publish', to: examStatus.enabled, by: staff },
];

export const nextExamStatus = (from: ExamStatusCode, on: ExamEvent): ExamStatusCode | undefined => nextStatus(examMachine, from, on);

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
