/** Runs tasks one after the other, in the order they were given; a failed one doesn't stop the next. */
export interface Serial {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const done = last.then(task);
      last = done.catch(() => undefined);
      return done;
    },
  };
}
