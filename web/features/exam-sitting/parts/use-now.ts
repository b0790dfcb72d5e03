import { useEffect, useState } from 'react';

/** The time of this PC, corrected by `offsetMs`, drawn again every `everyMs`. For what is shown, never for what counts. */
export function useNow(offsetMs: number, everyMs = 5_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + offsetMs;
}
