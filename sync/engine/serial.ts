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
      const done = unfinished === 0 ? task() : last.then(task);
      unfinished += 1;
      last = done.then(finished, finished);
      return done;
    },
  };
}
