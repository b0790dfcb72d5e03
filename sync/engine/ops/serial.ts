/** Runs tasks one after the other in the order of the calls. A failed task does not stop the next. */
export interface SerialQueue {
  /** Runs a task. If no task is running, it starts before this call returns. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSerialQueue(): SerialQueue {
  /** Resolves when the newest task has ended; null if no task is running. */
  let last: Promise<void> | null = null;
  return {
    run(task) {
      const before = last;
      let over = (): void => undefined;
      const place = new Promise<void>((end) => (over = end));
      // Set before the task begins, so that tasks which it queues wait for it.
      last = place;
      const finished = (): void => {
        if (last === place) last = null;
        over();
      };
      const done = before === null ? begun(task) : before.then(task);
      done.then(finished, finished);
      return done;
    },
  };
}

/** Turns a synchronous exception of the task into a rejection. */
const begun = async <T>(task: () => Promise<T>): Promise<T> => task();
