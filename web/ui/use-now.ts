import { useSyncExternalStore } from 'react';

const tickMs = 60_000;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}

let nowInTask: number | undefined;

/**
 * Reads the clock in whole seconds, once in each task of the event loop. React compares the time after each render and renders again if it has
 * changed. On a slow PC a render takes a second; if the time changed meanwhile, rendering would never end.
 */
function readNow(): number {
  if (nowInTask === undefined) {
    nowInTask = Math.floor(Date.now() / 1000) * 1000;
    setTimeout(() => (nowInTask = undefined));
  }
  return nowInTask;
}

/** Returns the time of this render in epoch milliseconds, rounded down to the second. The component renders again every minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, readNow);
