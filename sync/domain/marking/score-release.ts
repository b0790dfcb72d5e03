import type { ReleaseBlocker } from '../../contract/codes.ts';

/** Facts about one attempt that decide whether the release of scores must wait for it. */
export interface ReleaseFacts {
  /** Start plus duration of the plan, in milliseconds. */
  readonly endMs: number;
  /** Sum of this attempt's extensions, in milliseconds. */
  readonly extensionMs: number;
  /** Milliseconds after the deadline during which a hand-in by time-out may still be in transit. */
  readonly graceMs: number;
  /** True if the attempt is handed in, every op listed in the hand-in has arrived, and no PC reported further ops (SY25). */
  readonly complete: boolean;
  /** True if any op of the examinee has arrived. */
  readonly began: boolean;
  /** True if the examinee requested the seat. Their PC may hold answers even if none has arrived. */
  readonly tookSeat: boolean;
  /** True if staff marked the examinee as absent. */
  readonly absent: boolean;
  /** True if staff decided not to wait for missing answers. */
  readonly waived: boolean;
}

/** Finds the release blocker of one examinee, or returns null. A pending staff decision does not block the release; staff are warned instead. */
export function findReleaseBlocker(facts: ReleaseFacts, nowMs: number): ReleaseBlocker | null {
  if (nowMs < facts.endMs) return 'time';
  // An examinee who handed in writes no more answers, so the release need not wait until their extension is over.
  if (facts.complete) return null;
  const deadlineMs = facts.endMs + facts.extensionMs;
  if (nowMs < deadlineMs) return 'time';
  // An examinee who never requested a seat has no PC that could hold answers, and cannot request one any more.
  if (!facts.began && !facts.tookSeat) return null;
  if (nowMs < deadlineMs + facts.graceMs) return 'time';
  if (facts.waived) return null;
  if (facts.began) return 'delivery';
  return facts.absent ? null : 'nothingCame';
}
