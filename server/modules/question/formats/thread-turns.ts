/** How many work at once, and what may wait for them. */
export interface TurnLimits {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** Of all that wait together: what they hold stays in memory meanwhile. */
  readonly mostWaitingBytes: number;
}

export interface Turn {
  /** Who waits for the answer. Undefined: a job, of which one runs at a time, and which may wait for days. */
  readonly by?: number | undefined;
  readonly bytes?: number;
  /** Told how many have their turn before, whenever that changes. */
  readonly place?: ((before: number) => void) | undefined;
  /** Whoever has gone leaves the line. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly by: number | undefined;
  readonly bytes: number;
  readonly go: () => void;
  readonly place: ((before: number) => void) | undefined;
}

/** Nobody's files are all that others wait for. */
const mostOfOne = 3;

/** A waiting line for work that takes a thread of its own: an exam may be running on the same machine. */
export function threadTurns({ atOnce, mostWaiting, mostWaitingBytes }: TurnLimits) {
  let running = 0;
  const waiting: Waiting[] = [];
  const tellPlaces = (): void => {
    for (const [at, { place }] of waiting.entries()) place?.(at + 1);
  };
  const hasPlace = (by: number | undefined, bytes: number): boolean => {
    if (by === undefined) return true;
    const people = waiting.filter((each) => each.by !== undefined);
    if (people.length === 0) return mostWaiting > 0;
    return (
      people.length < mostWaiting &&
      people.filter((each) => each.by === by).length < mostOfOne &&
      people.reduce((sum, each) => sum + each.bytes, bytes) <= mostWaitingBytes
    );
  };
  /** Resolves once it is their turn, rejects as `signal` ends before. */
  const wait = ({ by, bytes = 0, place, signal }: Turn): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason as Error);
        tellPlaces();
      };
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const entry: Waiting = { by, bytes, go, place };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      place?.(waiting.length);
    });
  return {
    /** Undefined: too much waits already. Rejects where `signal` ends before the turn has come. */
    async run<T>(work: () => Promise<T>, turn: Turn = {}): Promise<T | undefined> {
      turn.signal?.throwIfAborted();
      if (running >= atOnce) {
        if (!hasPlace(turn.by, turn.bytes ?? 0)) return undefined;
        // Whoever leaves hands over their place, so nobody can slip in between.
        await wait(turn);
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
