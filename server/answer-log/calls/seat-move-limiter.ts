import type { ServerClock } from '../../ports.ts';

const freeMoves = 4;
const firstPauseMs = 5_000;
const longestPauseMs = 10 * 60_000;
const rememberedAttempts = 10_000;

/**
 * Limits how often an attempt moves to another PC, because each move stores the heads of all its streams. The first moves are free. After that,
 * each wait is twice as long as the one before.
 */
export class SeatMoveLimiter {
  readonly #clock: ServerClock;
  readonly #lastMs = new Map<string, number>();

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** Returns the milliseconds until this attempt, now at `epoch`, may move again; 0 if now. */
  waitMs(attemptId: string, epoch: number): number {
    const moves = epoch - 1;
    const lastMs = this.#lastMs.get(attemptId);
    if (moves < freeMoves || lastMs === undefined) return 0;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (moves - freeMoves));
    const sinceMs = this.#clock.nowMs() - lastMs;
    return sinceMs < 0 ? pauseMs : Math.max(0, pauseMs - sinceMs);
  }

  moved(attemptId: string): void {
    this.#lastMs.delete(attemptId);
    this.#lastMs.set(attemptId, this.#clock.nowMs());
    if (this.#lastMs.size > rememberedAttempts) this.#lastMs.delete(this.#lastMs.keys().next().value ?? '');
  }
}
