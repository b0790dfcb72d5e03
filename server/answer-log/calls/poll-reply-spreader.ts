/** Largest share of its waiting time by which a poll may be answered early. */
const earlyShare = 0.45;
/** The fractional parts of its multiples cover 0 to 1 evenly, for any number of polls. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Spreads the replies to long polls. A hall that starts its exam in the same second would otherwise poll in the same second for the whole exam.
 * Thousands of replies and new polls would coincide and delay pushes. Each poll therefore waits a slightly different time, less than it asked
 * for.
 */
export class PollReplySpreader {
  #place = 0;

  next(waitMs: number): number {
    this.#place = (this.#place + goldenRatio) % 1;
    return Math.ceil(waitMs * (1 - earlyShare * this.#place));
  }
}
