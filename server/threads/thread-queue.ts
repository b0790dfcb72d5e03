/** Limits of a queue: how much work runs at once, and how much may wait. */
export interface ThreadQueueLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** Most bytes of all waiting tasks together, because they stay in memory. */
  readonly maxWaitingBytes: number;
  /** Most waiting tasks of one user, so that no user can fill the queue. */
  readonly maxWaitingPerUser?: number;
}

export interface ThreadQueueRequest {
  /** User who waits for the result. Undefined for a background job: only one job runs at a time, and it may wait for days. */
  readonly userId?: number | undefined;
  readonly bytes?: number;
  /** Called with the number of tasks ahead, whenever it changes. */
  readonly place?: ((before: number) => void) | undefined;
  /** Aborting removes the work from the queue. */
  readonly signal?: AbortSignal | undefined;
}

interface WaitingTask {
  readonly userId: number | undefined;
  readonly bytes: number;
  readonly go: () => void;
  readonly place: ((before: number) => void) | undefined;
}

/** Creates a queue for tasks that each need a worker thread. It bounds how many run at once, because an exam may be running on the same machine. */
export function createThreadQueue({ maxRunning, maxWaiting, maxWaitingBytes, maxWaitingPerUser = 3 }: ThreadQueueLimits) {
  let running = 0;
  const waiting: WaitingTask[] = [];
  const tellPlaces = (): void => {
    for (const [at, { place }] of waiting.entries()) place?.(at + 1);
  };
  const hasPlace = (by: number | undefined, bytes: number): boolean => {
    if (by === undefined) return true;
    const people = waiting.filter((each) => each.userId !== undefined);
    if (people.length === 0) return maxWaiting > 0;
    return (
      people.length < maxWaiting &&
      people.filter((each) => each.userId === by).length < maxWaitingPerUser &&
      people.reduce((sum, each) => sum + each.bytes, bytes) <= maxWaitingBytes
    );
  };
  /** Resolves when a slot is free for this task; rejects if `signal` aborts before. */
  const wait = ({ userId: by, bytes = 0, place, signal }: ThreadQueueRequest): Promise<void> =>
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
      const entry: WaitingTask = { userId: by, bytes, go, place };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      place?.(waiting.length);
    });
  return {
    /**
     * Runs a task in its turn and returns its result, or undefined if too many tasks wait already. Rejects if `signal` aborts before the task begins.
     */
    async run<T>(work: () => Promise<T>, turn: ThreadQueueRequest = {}): Promise<T | undefined> {
      turn.signal?.throwIfAborted();
      if (running >= maxRunning) {
        if (!hasPlace(turn.userId, turn.bytes ?? 0)) return undefined;
        // Finished work hands its slot to the next in the queue, so that no newcomer can take it.
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
