import type { Timers } from './ports.ts';

/** A sleep that can be ended early. A wake while no sleep is running ends the next sleep at once, so none is missed. */
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
      // Pass a reason. Without one, each abort would build an exception with its stack.
      end?.abort(null);
    },
    async sleep(ms, signal) {
      if (!due && !signal.aborted) {
        end = new AbortController();
        const over = end;
        const stop = (): void => over.abort(null);
        signal.addEventListener('abort', stop, { once: true });
        // Use whole milliseconds, because a timer may fire slightly before its time by the clock and would be set again for the rest.
        await timers.sleep(Math.max(1, Math.ceil(ms)), over.signal);
        signal.removeEventListener('abort', stop);
        end = undefined;
      }
      due = false;
    },
  };
}
