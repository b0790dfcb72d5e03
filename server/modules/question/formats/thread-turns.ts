/** How many work at once, and what may wait for them. */
export interface TurnLimits {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** Of all that wait together: what they hold stays in memory meanwhile. */
  readonly mostWaitingBytes: number;
}

/** A waiting line for work that takes a thread of its own: an exam may be running on the same machine. */
export function threadTurns({ atOnce, mostWaiting, mostWaitingBytes }: TurnLimits) {
  let running = 0;
  let waitingBytes = 0;
  const waiting: { readonly go: () => void; readonly place: ((before: number) => void) | undefined }[] = [];
  const tellPlaces = (): void => {
    for (const [at, { place }] of waiting.entries()) place?.(at + 1);
  };
  return {
    /**
     * Undefined: too much waits already. Work whose `signal` ended while it waited still gets its turn, to end at once. `place` is told how
     * many have their turn before, whenever that changes.
     */
    async run<T>(work: () => Promise<T>, bytes = 0, place?: (before: number) => void): Promise<T | undefined> {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting || (waiting.length > 0 && waitingBytes + bytes > mostWaitingBytes)) return undefined;
        // Whoever leaves hands over their place, so nobody can slip in between.
        waitingBytes += bytes;
        await new Promise<void>((go) => {
          waiting.push({ go, place });
          place?.(waiting.length);
        });
        waitingBytes -= bytes;
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) {
          next.go();
          tellPlaces();
        } else running -= 1;
      }
    },
  };
}

const mb = 1024 * 1024;
/** Files read, of all schools together: one, for it may take as much memory as the whole server, and a processor. */
export const readingTurns = threadTurns({ atOnce: 1, mostWaiting: 12, mostWaitingBytes: 64 * mb });
/** Files written: what they need is bounded by the bank, so they need not wait for what somebody uploads. */
export const writingTurns = threadTurns({ atOnce: 1, mostWaiting: 12, mostWaitingBytes: Number.POSITIVE_INFINITY });
