import type { AttemptNews } from '../../contract/exams/sync.ts';
import type { AttemptState } from './attempt-state.ts';
import { findAttemptConcerns } from './attempt-views.ts';

type VerdictRun = AttemptNews['verdicts'][number];

/** Verdict reasons of stored ops that wait for a staff decision. Such ops do not count by themselves. */
const waitsFor: readonly string[] = ['olderEpoch', 'afterHandIn', 'afterDisclosure'];

/** Checks whether the ops of this run wait for a staff decision. */
export const isWaitingForDecision = ({ verdict, reason }: VerdictRun): boolean =>
  verdict === 'recordedNotCounted' && waitsFor.includes(reason);

/**
 * Counts the answers that wait for a staff decision, as the exam board of the staff does. Other waiting ops, such as the op of entering the exam, are
 * not counted.
 */
export function countWaitingAnswers(state: AttemptState, runs: readonly VerdictRun[]): number {
  if (!runs.some(isWaitingForDecision)) return 0;
  return Object.values(findAttemptConcerns(state).waiting).reduce((sum, count) => sum + count, 0);
}
