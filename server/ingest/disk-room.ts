import type { ServerClock } from '../ports.ts';

/** Below this much free, only what belongs to a stream is still written: answers last of all. */
const floorBytes = 512 * 1024 * 1024;
const lookEveryMs = 5_000;

/** How much of the log's disk is free, looked at now and then beside the work: whoever asks never waits. */
export class DiskRoom {
  readonly #clock: ServerClock;
  readonly #freeBytes: () => Promise<number>;
  #lookedMs = -Infinity;
  #free = Infinity;

  constructor(clock: ServerClock, freeBytes: () => Promise<number>) {
    this.#clock = clock;
    this.#freeBytes = freeBytes;
  }

  /** For batches aside, which nobody's answers depend on. */
  isShort(): boolean {
    const nowMs = this.#clock.nowMs();
    if (Math.abs(nowMs - this.#lookedMs) >= lookEveryMs) {
      this.#lookedMs = nowMs;
      // Who can't be asked says nothing: the last answer stands.
      this.#freeBytes().then(
        (free) => void (this.#free = free),
        () => undefined,
      );
    }
    return this.#free < floorBytes;
  }
}
