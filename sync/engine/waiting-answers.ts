import type { News } from '../contract/sync.ts';
import type { AttemptState } from './attempt-state.ts';
import { concernsOf } from './attempt-views.ts';

type VerdictRun = News['verdicts'][number];

/** Why an op that is kept waits for a person: nothing of it is lost, and nothing of it counts by itself. */
const waitsFor: readonly string[] = ['olderEpoch', 'afterHandIn', 'afterDisclosure'];

export const isWaiting = ({ verdict, reason }: VerdictRun): boolean => verdict === 'recordedNotCounted' && waitsFor.includes(reason);

/** How many answers wait for a person; what else was written there (a mark, an entry) decides nothing. The board's own figure. */
export function waitingAnswers(state: AttemptState, runs: readonly VerdictRun[]): number {
  if (!runs.some(isWaiting)) return 0;
  return Object.values(concernsOf(state).waiting).reduce((sum, count) => sum + count, 0);
}
