import type { Timers } from './ports.ts';

/** A sleep that others may end early. A wake while nobody sleeps ends the next sleep at once, so none is missed. */
export interface Waker {
  wake(): void;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export function createWaker(timers: Timers): Waker {
  let due = false;
  let end: AbortController | undefined;
  return {
    wake() {
      due = true;
      // A reason of our own: without one, each end would build an exception with its stack.
      end?.abort(null);
    },
    async sleep(ms, signal) {
      if (!due && !signal.aborted) {
        end = new AbortController();
        const over = end;
        const stop = (): void => over.abort(null);
        signal.addEventListener('abort', stop, { once: true });
        // An ended sleep may reject: the loop around it looks for itself why it is awake.
        // Whole milliseconds: a timer may ring a hair before the clock says so, and would be set again for that hair.
        await timers.sleep(Math.max(1, Math.ceil(ms)), over.signal).catch(() => undefined);
        signal.removeEventListener('abort', stop);
        end = undefined;
      }
      due = false;
    },
  };
}
