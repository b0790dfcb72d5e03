import { useEffect, useState } from 'react';
import type { SittingTime } from '../model/sitting-time.ts';

/** When handing in will be allowed; null once it is. Looks every second. */
export function useHandInFrom(time: SittingTime): number | null {
  const [from, setFrom] = useState(time.handInFromMs);
  useEffect(() => {
    const timer = setInterval(() => setFrom(time.handInFromMs()), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return from;
}
