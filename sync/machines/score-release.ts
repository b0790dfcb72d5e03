import type { ReleaseWait } from '../contract/codes.ts';

export interface AttemptFacts {
  /** Start and duration of the plan. */
  readonly endMs: number;
  /** Sum of this attempt's extensions. */
  readonly extensionMs: number;
  /** So long after the deadline what was handed in by time-out may still be on its way. */
  readonly graceMs: number;
  /** Handed in, everything listed is there, and no PC told of more (SY25). */
  readonly complete: boolean;
  /** Any op of theirs is there. */
  readonly began: boolean;
  /** They asked for the seat: a PC may hold answers, even if none has come. */
  readonly tookSeat: boolean;
  /** Staff said that they were absent. */
  readonly absent: boolean;
  /** Staff said that nobody waits for what they may still have. */
  readonly waived: boolean;
}

/** What the release still waits for with one examinee; null: nothing. A decision that is due holds nothing up: staff are warned. */
export function releaseWaitOf(facts: AttemptFacts, nowMs: number): ReleaseWait | null {
  if (nowMs < facts.endMs) return 'time';
  // An examinee who handed in writes no more: their extension holds up nobody.
  if (facts.complete) return null;
  const deadlineMs = facts.endMs + facts.extensionMs;
  if (nowMs < deadlineMs) return 'time';
  // An examinee who never asked for a seat has no PC that could hold anything, and can't ask any more.
  if (!facts.began && !facts.tookSeat) return null;
  if (nowMs < deadlineMs + facts.graceMs) return 'time';
  if (facts.waived) return null;
  if (facts.began) return 'delivery';
  return facts.absent ? null : 'nothingCame';
}
