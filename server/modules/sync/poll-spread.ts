/** The share of its time a poll may be answered early. */
const earlyShare = 0.45;
/** Multiples of it, taken without their whole part, never bunch: however many there are, they cover 0 to 1 evenly. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * A hall that begins its exam in the same second asks in the same second, and would be told "nothing new" in the same second
 * for the whole exam: thousands of answers and new polls at once, and pushes waiting behind them. So each poll
 * waits a little less than it asked for, each another little.
 */
export class PollSpread {
  #place = 0;

  next(waitMs: number): number {
    this.#place = (this.#place + goldenRatio) % 1;
    return Math.ceil(waitMs * (1 - earlyShare * this.#place));
  }
}
