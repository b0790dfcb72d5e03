/** Evidence of when an op was written (SY22). It labels answers and never refuses them. */
export type TimeLabel = 'within' | 'grace' | 'late' | 'unprovable';

/**
 * Grace period for *arrival*: milliseconds after the deadline during which answers are awaited. An attempt without a hand-in then counts with
 * what has arrived ("collected"), and later arrivals are added. It says nothing about when answers were written.
 */
export const arrivalGraceMs = 5 * 60_000;

/**
 * Grace period for *writing*, in milliseconds. An op may seem to be written this long after the deadline if the server had received ops from its
 * browser document before the deadline. It covers the travel time of the op from which the server derives the document's clock.
 */
export const writingGraceMs = 10_000;

/** Smallest difference between wall clock and monotonic clock that counts as a jump. Smaller adjustments happen all the time. */
export const clockJumpMs = 2_000;

/** Bounds that the server can prove for the time at which an op was written. */
export interface WritingTimeBounds {
  /** Latest server time at which the op can have been written. */
  readonly latestMs: number;
  /** Server time at which the first op of the op's browser document was received since that document's clock last jumped. */
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
