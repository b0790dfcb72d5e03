import { useEffect, useReducer } from 'react';
import type { ShownMoment } from '../model/notice-view.ts';

/** The moment as `read` tells it, drawn again every `everyMs`. For what is shown, never for what counts. */
export function useNow(read: () => ShownMoment, everyMs = 5_000): ShownMoment {
  const [, again] = useReducer((round: number) => round + 1, 0);
  useEffect(() => {
    const timer = setInterval(again, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return read();
}
