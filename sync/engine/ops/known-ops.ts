import { type AttemptState, ensureStreamIndex, type StreamPart, getStreamPart } from './attempt-state.ts';
import { countSeqsUpTo } from './seq-runs.ts';

/**
 * Numbers of ops that the server may lack (SY25). The log stores them with a batch. They change no answer; they only keep the receipt, the exam board
 * of the staff and the release of scores from treating the attempt as complete.
 */
export interface KnownOpCounts {
  /** Stream id → number of ops that a PC reports to have written on it. */
  readonly written?: Readonly<Record<string, number>>;
  /** Stream id → seq up to which ops went into quarantine. */
  readonly quarantined?: Readonly<Record<string, number>>;
}

/**
 * Limits against false reports of written ops. The holder of an upload token can report anything about its own attempt, and staff can waive that
 * attempt. `seq`: highest number of ops that a PC can report for a stream, more than any exam has. `unheard`: highest number of streams per attempt
 * that are known only from such reports.
 */
export const knownOpsLimits = { seq: 100_000, unheard: 64 } as const;

/**
 * Keeps only reports (`claims`: stream id → number of ops that a PC says it has written) that exceed what the server holds (`heldSeq`) and what was
 * reported before; undefined if none is left.
 */
export function filterNewClaims(
  state: AttemptState | undefined,
  claims: Readonly<Record<string, number>>,
  heldSeq: (streamId: string) => number,
): Record<string, number> | undefined {
  const parts = new Map(state?.streams.map((part) => [part.id, part]));
  let unheardStreams = [...parts.values()].filter((part) => part.written !== undefined && part.got.length === 0).length;
  const newClaims = Object.entries(claims).filter(([streamId, seq]) => {
    if (Math.min(seq, knownOpsLimits.seq) <= Math.max(heldSeq(streamId), parts.get(streamId)?.written ?? 0)) return false;
    if (!parts.has(streamId)) unheardStreams += 1;
    return parts.has(streamId) || unheardStreams <= knownOpsLimits.unheard;
  });
  return newClaims.length > 0 ? Object.fromEntries(newClaims) : undefined;
}

/**
 * Stores in `state` how many ops PCs report to have written and how many are in quarantine. The highest figure per stream remains, so order does not
 * matter.
 */
export function applyKnownOps(state: AttemptState, { written, quarantined }: KnownOpCounts): void {
  for (const [streamId, seq] of Object.entries(written ?? {})) {
    const part = getStreamPart(state, ensureStreamIndex(state, streamId));
    part.written = Math.max(part.written ?? 0, Math.min(seq, knownOpsLimits.seq));
  }
  for (const [streamId, seq] of Object.entries(quarantined ?? {})) {
    const part = getStreamPart(state, ensureStreamIndex(state, streamId));
    part.quarantinedThrough = Math.max(part.quarantinedThrough ?? 0, seq);
  }
}

/** Counts the ops of one stream that a PC reported as written, but that the server has neither in the chain nor in quarantine. */
export const countUndeliveredInStream = ({ written = 0, quarantinedThrough = 0, got }: StreamPart): number =>
  Math.max(0, written - Math.max(countSeqsUpTo(got, written), quarantinedThrough));

/** Sums `countUndeliveredInStream` over the attempt. 0 means that the server knows of no op that it lacks. */
export const countUndeliveredOps = (state: AttemptState): number =>
  state.streams.reduce((sum, part) => sum + countUndeliveredInStream(part), 0);
