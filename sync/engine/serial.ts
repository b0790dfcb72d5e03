/** Runs tasks one after the other, in the order they were given; a failed one doesn't stop the next. */
export interface Serial {
  /** Where nothing is under way, the task begins before this returns. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  const finished = (): void => {
    unfinished -= 1;
  };
  return {
    run(task) {
      // Counted before it begins: what it asks for on its way waits for it, too.
      unfinished += 1;
      const done = unfinished === 1 ? begun(task) : last.then(task);
      last = done.then(finished, finished);
      return done;
    },
  };
}

/** What it throws before its first pause is a rejection as well. */
const begun = async <T>(task: () => Promise<T>): Promise<T> => task();
