/** A waiting line for work that takes a thread of its own: an exam may be running on the same machine. */
export function threadTurns({ atOnce, mostWaiting }: { readonly atOnce: number; readonly mostWaiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    /** Undefined: too many wait already. Work whose `signal` ended while it waited still gets its turn, to end at once. */
    async run<T>(work: () => Promise<T>): Promise<T | undefined> {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) return undefined;
        // Whoever leaves hands over their place, so nobody can slip in between.
        await new Promise<void>((go) => void waiting.push(go));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

/** Files read and written, of all schools together. */
export const fileTurns = threadTurns({ atOnce: 2, mostWaiting: 12 });
