import { useSyncExternalStore } from 'react';

const tickMs = 60_000;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}

/** Whole seconds, so that the parts of one render agree on the time. */
const readNow = (): number => Math.floor(Date.now() / 1000) * 1000;

/** Returns the time of this render in epoch milliseconds, rounded down to the second. The component renders again every minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, readNow);
