import { useEffect, useState } from 'react';
import type { SittingTime } from '../../model/sitting-time.ts';

/** Returns the time from which handing in is allowed, or null once it is allowed. Checks every second. */
export function useHandInStart(time: SittingTime): number | null {
  const [from, setFrom] = useState(time.handInFromMs);
  useEffect(() => {
    const timer = setInterval(() => setFrom(time.handInFromMs()), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return from;
}
