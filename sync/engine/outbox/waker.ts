import type { Timers } from '../ports.ts';

/** A sleep that can be ended early. A wake while no sleep is running ends the next sleep at once, so none is missed. */
export interface Waker {
  wake(): void;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export function createWaker(timers: Timers): Waker {
  let isWakePending = false;
  let runningSleep: AbortController | undefined;
  return {
    wake() {
      isWakePending = true;
      // Pass a reason. Without one, each abort would build an exception with its stack.
      runningSleep?.abort(null);
    },
    async sleep(ms, signal) {
      if (!isWakePending && !signal.aborted) {
        runningSleep = new AbortController();
        const thisSleep = runningSleep;
        const stop = (): void => thisSleep.abort(null);
        signal.addEventListener('abort', stop, { once: true });
        // Use whole milliseconds, because a timer may fire slightly before its time by the clock and would be set again for the rest.
        await timers.sleep(Math.max(1, Math.ceil(ms)), thisSleep.signal);
        signal.removeEventListener('abort', stop);
        runningSleep = undefined;
      }
      isWakePending = false;
    },
  };
}
