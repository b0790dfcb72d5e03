import type { News } from '../contract/sync.ts';
import type { AttemptState } from './attempt-state.ts';
import { concernsOf } from './attempt-views.ts';

type VerdictRun = News['verdicts'][number];

/** Verdict reasons of stored ops that wait for a staff decision. Such ops do not count by themselves. */
const waitsFor: readonly string[] = ['olderEpoch', 'afterHandIn', 'afterDisclosure'];

/** Checks whether the ops of this run wait for a staff decision. */
export const isWaiting = ({ verdict, reason }: VerdictRun): boolean => verdict === 'recordedNotCounted' && waitsFor.includes(reason);

/** Counts the answers that wait for a staff decision, as the board does. Other waiting ops, such as an entry, are not counted. */
export function waitingAnswers(state: AttemptState, runs: readonly VerdictRun[]): number {
  if (!runs.some(isWaiting)) return 0;
  return Object.values(concernsOf(state).waiting).reduce((sum, count) => sum + count, 0);
}
