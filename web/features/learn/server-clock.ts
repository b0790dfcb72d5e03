interface Clocks {
  /** This device's, as it is set. */
  readonly wallMs: () => number;
  /** Milliseconds since the page began: nobody sets it. It may stand still while the device sleeps. */
  readonly monoMs: () => number;
}

/** What is further ahead than this the server places itself. */
const aheadMs = 5 * 60_000;

/**
 * The server's clock as a page knows it. This device's may be set to any time in the middle of a film, and answers come late: two stretches that
 * claim the same time would count as one, so no stretch begins before the last one's end. It may run ahead: the server finds a place for what
 * claims the future.
 */
export function serverClock({ wallMs, monoMs }: Clocks) {
  let offsetMs = 0;
  let known = { serverMs: wallMs(), monoMs: monoMs() };
  let learnedMs = 0;
  const estimate = (): number => Math.max(known.serverMs + monoMs() - known.monoMs, wallMs() + offsetMs);
  const set = (serverMs: number): void => {
    offsetMs = serverMs - wallMs();
    known = { serverMs, monoMs: monoMs() };
  };
  return {
    /** The server said so, in an answer that took so long. */
    said: (serverMs: number, tookMs: number): void => set(Math.min(Math.max(estimate(), serverMs), serverMs + tookMs)),
    /** Begun without a network: what the server said last, and by which time of this device, tells how wrong that was then. */
    begin: (serverMs: number, keptMs: number): void => set(wallMs() + serverMs - keptMs),
    /** A stretch that was recorded here ends then. */
    learnedUntil(ms: number): void {
      learnedMs = Math.max(learnedMs, ms);
    },
    nowMs(): number {
      const nowMs = estimate();
      return nowMs < learnedMs && learnedMs - nowMs <= aheadMs ? learnedMs : nowMs;
    },
  };
}
