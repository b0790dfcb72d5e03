import { useEffect, useReducer } from 'react';
import type { ShownMoment } from '../model/notice-view.ts';

/** Returns the time from `read` and renders again every `everyMs` milliseconds. Use it for display only, never for decisions about the exam. */
export function useNow(read: () => ShownMoment, everyMs = 5_000): ShownMoment {
  const [, again] = useReducer((round: number) => round + 1, 0);
  useEffect(() => {
    const timer = setInterval(again, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return read();
}
