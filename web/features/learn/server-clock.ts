interface Clocks {
  /** Returns this device's wall clock (ms), which the user may change. */
  readonly wallMs: () => number;
  /** Returns milliseconds since the page was opened; cannot be changed, but may stop while the device sleeps. */
  readonly monoMs: () => number;
}

/**
 * Milliseconds. The estimate continues from the end of this device's newest learning record, unless that end lies further in the future than this.
 */
const aheadMs = 5 * 60_000;

/**
 * Estimates the server's time. The device's clock may be changed during a video, and responses arrive late. Two learning records that claim the same
 * time would count once, so no record begins before the previous one ended. The estimate may run ahead: the server finds a place for records that lie
 * in the future.
 */
export function createServerClock({ wallMs, monoMs }: Clocks) {
  let offsetMs = 0;
  let known = { serverMs: wallMs(), monoMs: monoMs() };
  let learnedMs = 0;
  const estimate = (): number => Math.max(known.serverMs + monoMs() - known.monoMs, wallMs() + offsetMs);
  const set = (serverMs: number): void => {
    offsetMs = serverMs - wallMs();
    known = { serverMs, monoMs: monoMs() };
  };
  return {
    /** Takes over the server time of a response. `tookMs`: duration of the call. */
    observe: (serverMs: number, tookMs: number): void => set(Math.min(Math.max(estimate(), serverMs), serverMs + tookMs)),
    /** Starts offline. `serverMs`: last known server time; `keptMs`: this device's time at that moment; the difference gives the offset. */
    begin: (serverMs: number, keptMs: number): void => set(wallMs() + serverMs - keptMs),
    /** Notes that a learning record made on this device ends at `ms`. */
    learnedUntil(ms: number): void {
      learnedMs = Math.max(learnedMs, ms);
    },
    nowMs(): number {
      const nowMs = estimate();
      return nowMs < learnedMs && learnedMs - nowMs <= aheadMs ? learnedMs : nowMs;
    },
  };
}
