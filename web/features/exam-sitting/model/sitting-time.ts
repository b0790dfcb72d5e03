/** Time of the exam by the engine's clock (SY21), in milliseconds. */
export interface SittingTime {
  /** Remaining time of the exam for display; `isTimeUp` decides whether the time is over. */
  readonly remainingMs: () => number;
  readonly elapsedMs: () => number;
  /** True if the time is up by time that this page has run or the server has confirmed. This PC's wall clock alone never hands in. */
  readonly isTimeUp: () => boolean;
  /** True if only this PC's wall clock says how much time has passed. */
  readonly isUnconfirmed: () => boolean;
  readonly endsAtMs: () => number;
  /** Time from which handing in is allowed; null once it is allowed. */
  readonly handInFromMs: () => number | null;
}
