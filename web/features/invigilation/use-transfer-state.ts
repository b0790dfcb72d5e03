import { useCallback, useEffect, useState } from 'react';
import type { TransferState } from '../../platform/transfer/transfer-cache.ts';
import { transferCache, deliverTransfers } from '../../platform/transfer/answer-transfer.ts';

const lookEveryMs = 2_000;
const nothing: ReadonlyMap<string, TransferState> = new Map();

/** Reads the answers stored on this tablet for transfer, by attempt. While the page is open, it delivers them whenever the server answers. */
export function useTransferState(): { readonly carried: ReadonlyMap<string, TransferState>; readonly look: () => void } {
  const [carried, setCarried] = useState(nothing);
  const look = useCallback(() => void transferCache.states().then(setCarried, () => undefined), []);
  useEffect(() => {
    const over = new AbortController();
    deliverTransfers(over.signal);
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
export const countWaitingAttempts = (carried: ReadonlyMap<string, TransferState>): number =>
  [...carried.values()].filter(({ waiting }) => waiting > 0).length;
