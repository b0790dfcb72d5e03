/** Evidence of when an op was written (SY22). It labels answers and never refuses them. */
export type TimeLabel = 'within' | 'grace' | 'late' | 'unprovable';

/**
 * Grace period for *arrival*: milliseconds after the deadline during which answers are awaited. An attempt without a hand-in then counts with
 * what has arrived ("collected"), and later arrivals are added. It says nothing about when answers were written.
 */
export const arrivalGraceMs = 5 * 60_000;

/**
 * Grace period for *writing*: how many milliseconds beyond the deadline the proven time of a document may lie if the server knew the document by
 * the deadline. It covers the delay of the receipt from which the server derives the document's time.
 */
export const writingGraceMs = 10_000;

/** Bounds that the server can prove for the time at which an op was written. */
export interface WritingTimeBounds {
  /** Latest server time at which the op can have been written. */
  readonly latestMs: number;
  /** Server time of the first receipt from this document since its clock last jumped. */
  readonly livedFromMs: number;
}

/**
 * Labels an op by its proven bounds. `within`: written before the deadline. `grace`: written within the writing grace, by a document from which
 * the server had received ops before the deadline. `late`: its document proves that it was written later (`earliestMs`). Everything else is
 * `unprovable` from the first second after the deadline.
 */
export function labelWritingTime({ latestMs, livedFromMs }: WritingTimeBounds, deadlineMs: number, earliestMs = -Infinity): TimeLabel {
  if (latestMs <= deadlineMs) return 'within';
  if (livedFromMs <= deadlineMs && latestMs <= deadlineMs + writingGraceMs) return 'grace';
  return earliestMs > deadlineMs + writingGraceMs ? 'late' : 'unprovable';
}
