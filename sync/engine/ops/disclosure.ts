import { type AttemptState, compareOpStamps, findPairValue, type OpStamp } from './attempt-state.ts';

/**
 * SY23: the state of the log when scores were released. Ops that the server had then count as before. Later ops need a hand-in that lists them
 * or a staff decision.
 */
export interface ScoreDisclosure {
  readonly first: OpStamp;
  /**
   * Returns the seq up to which the server had this stream at the release; 0 for a stream it received later. If there are several releases, the
   * smallest head applies.
   */
  heads(stream: number): number;
}

/** Returns the release of scores, or undefined before it. If there are several, `first` is the op stamp of the first one. */
export function getScoreDisclosure(state: AttemptState): ScoreDisclosure | undefined {
  const { disclosures } = state;
  let [first] = disclosures;
  if (!first) return undefined;
  for (const d of disclosures) if (compareOpStamps(state, d, first) < 0) first = d;
  const least = new Map<number, number>();
  for (let i = 0; i < first.heads.length; i += 2) least.set(first.heads[i] ?? 0, first.heads[i + 1] ?? 0);
  for (const d of disclosures)
    if (d !== first) for (const [stream, seq] of least) least.set(stream, Math.min(seq, findPairValue(d.heads, stream) ?? 0));
  return { first, heads: (stream) => least.get(stream) ?? 0 };
}

/** Checks whether an op stamp ranks below that of the release of scores. */
export const isBeforeDisclosure = (state: AttemptState, stamp: OpStamp, { first }: ScoreDisclosure): boolean =>
  compareOpStamps(state, stamp, first) < 0;

/** Checks whether the server had every op that a hand-in lists when scores were released. `lists`: pairs of stream and seq. */
export function isWithinDisclosure(lists: readonly number[], disclosed: ScoreDisclosure): boolean {
  for (let i = 0; i < lists.length; i += 2) if ((lists[i + 1] ?? 0) > disclosed.heads(lists[i] ?? 0)) return false;
  return true;
}
