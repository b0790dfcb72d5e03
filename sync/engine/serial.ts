/** Runs tasks one after the other, in the order they were given; a failed one doesn't stop the next. */
export interface Serial {
  /** Where nothing is under way, the task begins before this returns. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSerial(): Serial {
  /** Resolves when the newest task is over; null while none is under way. */
  let last: Promise<void> | null = null;
  return {
    run(task) {
      const before = last;
      let over = (): void => undefined;
      const place = new Promise<void>((end) => (over = end));
      // Taken before the task begins: what it asks for on its way waits for it, too.
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

/** What it throws before its first pause is a rejection as well. */
const begun = async <T>(task: () => Promise<T>): Promise<T> => task();
