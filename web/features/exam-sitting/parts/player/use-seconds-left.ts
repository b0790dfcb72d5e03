import { useEffect, useState } from 'react';

/** Counts seconds down to 0. Returns the seconds left and a function that starts the countdown. */
export function useSecondsLeft(): readonly [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
