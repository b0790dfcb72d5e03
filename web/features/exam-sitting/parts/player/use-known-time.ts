import { useEffect, useReducer } from 'react';
import type { KnownTime } from '../../model/gate/notice-view.ts';

/** Returns the time from `read` and renders again every `everyMs` milliseconds. Use it for display only, never for decisions about the exam. */
export function useKnownTime(read: () => KnownTime, everyMs = 5_000): KnownTime {
  const [, again] = useReducer((round: number) => round + 1, 0);
  useEffect(() => {
    const timer = setInterval(again, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return read();
}
