import { useCallback, useEffect, useState } from 'react';
import { checkIds, judgeBroken, type CheckFindings } from '../../model/gate/pre-check.ts';
import { checkProbes } from './check-probes.ts';

const noFindings: CheckFindings = {};

/** Runs the checks one after the other and shows each result immediately. `again` repeats them. */
export function usePreCheck(): { readonly findings: CheckFindings; readonly again: () => void } {
  const [round, setRound] = useState(0);
  const [made, setMade] = useState<{ readonly round: number; readonly findings: CheckFindings }>({ round, findings: {} });
  useEffect(() => {
    const ended = new AbortController();
    void (async () => {
      for (const id of checkIds) {
        const found = await checkProbes[id](ended.signal).catch(judgeBroken);
        if (ended.signal.aborted) return;
        setMade((before) => ({ round, findings: { ...(before.round === round && before.findings), [id]: found } }));
      }
    })();
    return () => ended.abort();
  }, [round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { findings: made.round === round ? made.findings : noFindings, again };
}
