import { useCallback, useEffect, useState } from 'react';
import type { CarriedState } from '../../platform/carried-cache.ts';
import { carriedHere, carryOn } from '../../platform/carrying.ts';

const lookEveryMs = 2_000;
const nothing: ReadonlyMap<string, CarriedState> = new Map();

/** Reads the answers stored on this tablet for transfer, by attempt. While the page is open, it delivers them whenever the server answers. */
export function useCarried(): { readonly carried: ReadonlyMap<string, CarriedState>; readonly look: () => void } {
  const [carried, setCarried] = useState(nothing);
  const look = useCallback(() => void carriedHere.states().then(setCarried, () => undefined), []);
  useEffect(() => {
    const over = new AbortController();
    carryOn(over.signal);
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => {
      over.abort();
      clearInterval(timer);
    };
  }, [look]);
  return { carried, look };
}

/** Counts the attempts with ops on this tablet that the server is not known to have. */
export const waitingOf = (carried: ReadonlyMap<string, CarriedState>): number =>
  [...carried.values()].filter(({ waiting }) => waiting > 0).length;
