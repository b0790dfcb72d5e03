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
      const previous = last;
      let resolveTurn = (): void => undefined;
      const turn = new Promise<void>((end) => (resolveTurn = end));
      // Set before the task begins, so that tasks which it queues wait for it.
      last = turn;
      const endTurn = (): void => {
        if (last === turn) last = null;
        resolveTurn();
      };
      const result = previous === null ? startTask(task) : previous.then(task);
      result.then(endTurn, endTurn);
      return result;
    },
  };
}

/** Turns a synchronous exception of the task into a rejection. */
const startTask = async <T>(task: () => Promise<T>): Promise<T> => task();
