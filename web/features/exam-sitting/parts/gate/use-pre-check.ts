import { useCallback, useEffect, useState } from 'react';
import { checkIds, judgeBroken, type CheckFindings } from '../../model/gate/pre-check.ts';
import { checkProbes } from './check-probes.ts';

/** Runs the checks one after the other and shows each result immediately. `again` repeats them. */
export function usePreCheck(): { readonly findings: CheckFindings; readonly again: () => void } {
  const [findings, setFindings] = useState<CheckFindings>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    setFindings({});
    void (async () => {
      for (const id of checkIds) {
        const found = await checkProbes[id](ended.signal).catch(judgeBroken);
        if (ended.signal.aborted) return;
        setFindings((before) => ({ ...before, [id]: found }));
      }
    })();
    return () => ended.abort();
  }, [round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { findings, again };
}
