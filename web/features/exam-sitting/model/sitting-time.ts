/** The exam's own time, by the engine's clock (SY21). */
export interface SittingTime {
  /** As shown. */
  readonly remainingMs: () => number;
  readonly elapsedMs: () => number;
  /** The time is up by what was lived or confirmed: nothing that only this PC's wall clock claims hands anything in. */
  readonly isUp: () => boolean;
  /** How much time has passed only this PC's wall clock knows: the server has yet to say. */
  readonly unconfirmed: () => boolean;
  readonly endsAtMs: () => number;
  /** Null once handing in is allowed. */
  readonly handInFromMs: () => number | null;
}
