import { useEffect, useState } from 'react';

/** Counts seconds down to 0. Returns the seconds left and a function that starts the countdown. */
export function useSecondsLeft(): readonly [number, (seconds: number) => void] {
  const [remainingSeconds, setRemainingSeconds] = useState(0);
  useEffect(() => {
    if (remainingSeconds === 0) return undefined;
    const timer = setTimeout(() => setRemainingSeconds(remainingSeconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [remainingSeconds]);
  return [remainingSeconds, setRemainingSeconds];
}
