// Other threads and processes do real work: WebCrypto and PostgreSQL. It would finish in a random order. It therefore runs one piece after
// the other while virtual time waits, so that a seed gives the same run each time.
let pending = 0;
let last: Promise<unknown> = Promise.resolve();

/** Runs work of other threads or processes, after all such work that was given before. Virtual time stands still until it is done. */
export function runInTurn<T>(work: () => T | Promise<T>): Promise<T> {
  pending += 1;
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done.finally(() => void (pending -= 1));
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
/** Resolves once all promise callbacks have run; work of other threads or processes may still be pending. */
const drained = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

let drains = 0;
/** Wait for a whole turn of the event loop after this many steps, so that finalisers of collected objects run. */
const turnEvery = 512;

/** Resolves when only virtual timers are left to do. */
export async function waitForRealWork(): Promise<void> {
  await drained();
  drains += 1;
  if (pending > 0 || drains % turnEvery === 0) {
    do await turn();
    while (pending > 0);
  }
}
