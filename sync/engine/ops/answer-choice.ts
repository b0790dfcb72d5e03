import { type AttemptState, compareOpStamps, type OpStamp, getStreamPart } from './attempt-state.ts';
import type { OpRef } from './attempt-views.ts';
import { isCountedOp } from './counting.ts';
import type { OpPayload } from './ops.ts';

type Decision = OpPayload<'ops.decide@1'>;

/** Names the received version of one item's answer that shall count. `choose: null` means that no version counts. */
export interface AnswerChoice {
  readonly itemId: string;
  readonly choose: OpRef | null;
  /** True if the chosen version counts already but it may have been written after the deadline. It records that a person accepted it. */
  readonly confirms?: boolean;
}

/**
 * Builds the staff decisions (payloads of `ops.decide@1`) that make the chosen versions count, regardless of the other received ops. The decisions
 * include the chosen version of each item. They exclude versions that would rank above it or still wait for a decision. Returns an index into
 * `choices` if that choice names a version that the state does not hold. Returns an empty list if nothing needs to change or to be confirmed.
 */
export function buildDecisions(state: AttemptState, choices: readonly AnswerChoice[]): Decision[] | number {
  const outcomeByOp = new Map<OpStamp, boolean>();
  for (const [index, { itemId, choose, confirms = false }] of choices.entries()) {
    const candidates = listCandidates(state, itemId);
    const chosen =
      choose &&
      candidates.find((candidate) => candidate.seq === choose.seq && getStreamPart(state, candidate.stream).id === choose.streamId);
    if (chosen === undefined) return index;
    for (const candidate of candidates) {
      const isCounted = isCountedOp(state, candidate.stream, candidate.seq);
      if (candidate === chosen) {
        if (!isCounted || (confirms && !isDecided(state, candidate))) outcomeByOp.set(candidate, true);
      } else if (isCounted ? chosen === null || compareOpStamps(state, candidate, chosen) > 0 : !isDecided(state, candidate))
        outcomeByOp.set(candidate, false);
    }
  }
  return joinDecisions(state, outcomeByOp);
}

/** Checks that a decision covers only received ops. Otherwise it would decide about answers that no person has seen yet. */
export function coversOnlyReceivedOps(state: AttemptState, { streamId, fromSeq, toSeq }: Decision): boolean {
  const got = state.streams.find(({ id }) => id === streamId)?.got ?? [];
  return fromSeq <= toSeq && got.some((from, at) => at % 2 === 0 && from <= fromSeq && toSeq <= (got[at + 1] ?? 0));
}

function listCandidates(state: AttemptState, itemId: string): OpStamp[] {
  const flat = Object.hasOwn(state.items, itemId) ? (state.items[itemId] ?? []) : [];
  const candidates: OpStamp[] = [];
  for (let i = 0; i < flat.length; i += 4) candidates.push({ stream: flat[i] ?? 0, seq: flat[i + 1] ?? 0, lamport: flat[i + 2] ?? 0 });
  return candidates;
}

const isDecided = (state: AttemptState, { stream, seq }: OpStamp): boolean =>
  state.decisions.some((decision) => decision.on === stream && decision.fromSeq <= seq && seq <= decision.toSeq);

/** Joins consecutive ops with the same outcome into one decision. A joined decision never covers an op that is missing from `outcomeByOp`. */
function joinDecisions(state: AttemptState, outcomeByOp: ReadonlyMap<OpStamp, boolean>): Decision[] {
  const runs: { streamId: string; fromSeq: number; toSeq: number; count: boolean }[] = [];
  const ordered = [...outcomeByOp].toSorted(([a], [b]) => a.stream - b.stream || a.seq - b.seq);
  for (const [{ stream, seq }, count] of ordered) {
    const streamId = getStreamPart(state, stream).id;
    const last = runs.at(-1);
    if (last?.streamId === streamId && last.count === count && last.toSeq + 1 === seq) last.toSeq = seq;
    else runs.push({ streamId, fromSeq: seq, toSeq: seq, count });
  }
  return runs;
}
