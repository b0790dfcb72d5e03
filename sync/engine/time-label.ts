/** SY22: evidence about when an op was written; it labels and never refuses. */
export type TimeLabel = 'within' | 'grace' | 'late' | 'unprovable';

export interface TimeEvidence {
  /** When the server had it: written no later than that. */
  readonly receivedMs: number;
  readonly monoMs: number;
  /** An earlier op of the same document, with the time by which the server had it. */
  readonly anchor?: { readonly receivedMs: number; readonly monoMs: number };
  /** A later op of the same document can't be older than this one; the server's time when its document began is its floor. */
  readonly documentBeganMs?: number;
}

/**
 * Written before the deadline, if the server had it by then, or had an earlier op of the same document and no more time has
 * passed between the two on the monotonic clock than there was left. Surely late only where the document itself proves it.
 */
export function timeLabel(evidence: TimeEvidence, deadlineMs: number, graceMs: number): TimeLabel {
  const latest = latestMs(evidence);
  if (latest <= deadlineMs) return 'within';
  if (latest <= deadlineMs + graceMs) return 'grace';
  const earliest = evidence.documentBeganMs === undefined ? undefined : evidence.documentBeganMs + evidence.monoMs;
  return earliest !== undefined && earliest > deadlineMs + graceMs ? 'late' : 'unprovable';
}

function latestMs({ receivedMs, monoMs, anchor }: TimeEvidence): number {
  if (!anchor || anchor.monoMs > monoMs) return receivedMs;
  return Math.min(receivedMs, anchor.receivedMs + (monoMs - anchor.monoMs));
}
