/** The exam's own time, by the engine's clock (SY21). */
export interface SittingTime {
  readonly remainingMs: () => number;
  readonly elapsedMs: () => number;
  readonly endsAtMs: () => number;
  /** Null once handing in is allowed. */
  readonly handInFromMs: () => number | null;
}
