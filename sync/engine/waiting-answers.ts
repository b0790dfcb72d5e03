import type { News } from '../contract/sync.ts';
import type { AttemptState } from './attempt-state.ts';

type VerdictRun = News['verdicts'][number];

/** Why an op that is kept waits for a person: nothing of it is lost, and nothing of it counts by itself. */
const waitsFor: readonly string[] = ['olderEpoch', 'afterHandIn', 'afterDisclosure'];

export const isWaiting = ({ verdict, reason }: VerdictRun): boolean => verdict === 'recordedNotCounted' && waitsFor.includes(reason);

/** How many answers lie in runs that wait for a person; what else was written there (a mark, an entry) decides nothing. */
export function waitingAnswers(state: AttemptState, runs: readonly VerdictRun[]): number {
  const waiting = runs.filter(isWaiting);
  if (waiting.length === 0) return 0;
  const byStream = state.streams.map(({ id }) => waiting.filter((run) => run.streamId === id));
  let count = 0;
  for (const c of Object.values(state.items))
    for (let i = 0; i < c.length; i += 4) {
      const seq = c[i + 1] ?? 0;
      if (byStream[c[i] ?? 0]?.some((run) => seq >= run.fromSeq && seq <= run.toSeq)) count += 1;
    }
  return count;
}
