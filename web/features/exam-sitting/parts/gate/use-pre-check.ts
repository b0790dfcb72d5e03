import { useCallback, useEffect, useState } from 'react';
import { checkIds, judgeBroken, type CheckFindings } from '../../model/gate/pre-check.ts';
import { checkProbes } from './check-probes.ts';

const noFindings: CheckFindings = {};

/** Runs the checks one after the other and shows each result immediately. `again` repeats them. */
export function usePreCheck(): { readonly findings: CheckFindings; readonly again: () => void } {
  const [round, setRound] = useState(0);
  const [results, setResults] = useState<{ readonly round: number; readonly findings: CheckFindings }>({ round, findings: {} });
  useEffect(() => {
    const ended = new AbortController();
    void (async () => {
      for (const id of checkIds) {
        const finding = await checkProbes[id](ended.signal).catch(judgeBroken);
        if (ended.signal.aborted) return;
        setResults((previous) => ({ round, findings: { ...(previous.round === round && previous.findings), [id]: finding } }));
      }
    })();
    return () => ended.abort();
  }, [round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { findings: results.round === round ? results.findings : noFindings, again };
}
