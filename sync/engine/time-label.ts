/** SY22: evidence about when an op was written; it labels and never refuses. */
export type TimeLabel = 'within' | 'grace' | 'late' | 'unprovable';

/**
 * Grace for *arrival*: so long after the deadline answers are awaited. Then an attempt that nobody handed in counts with what arrived
 * ("collected"), and later arrivals are added. It says nothing about when they were written.
 */
export const collectGraceMs = 5 * 60_000;

/**
 * Grace for *writing*: how far beyond the deadline the proven time of a document that was running by then may lie. It covers the delay of
 * the receipt by which the server knows the document's time.
 */
export const writingGraceMs = 10_000;

/** Bounds that the server can prove for the time at which an op was written. */
export interface ProvenTime {
  /** Written no later than this. */
  readonly latestMs: number;
  /** Server time of the first receipt from this document since its clock last jumped. */
  readonly livedFromMs: number;
}

/**
 * Labels an op by its proven bounds. `within`: written before the deadline. `grace`: written no later than the writing grace, by a
 * document from which the server had received ops before the deadline. `late`: its document proves that it was written later (`earliestMs`). Everything else is
 * `unprovable` from the first second after the deadline.
 */
export function timeLabel({ latestMs, livedFromMs }: ProvenTime, deadlineMs: number, earliestMs = -Infinity): TimeLabel {
  if (latestMs <= deadlineMs) return 'within';
  if (livedFromMs <= deadlineMs && latestMs <= deadlineMs + writingGraceMs) return 'grace';
  return earliestMs > deadlineMs + writingGraceMs ? 'late' : 'unprovable';
}
