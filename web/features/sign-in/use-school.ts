import { useEffect, useState } from 'react';
import { CallFailure } from '../../platform/api/call.ts';
import { findSchool, readStoredSchool, getRememberedSchool, type PublicSchool } from '../../platform/session/school-memory.ts';

export type FoundSchool =
  | { readonly kind: 'looking' | 'ask' }
  | { readonly kind: 'found'; readonly school: PublicSchool }
  | { readonly kind: 'unknown' | 'unreachable'; readonly website: string };

/** The school of the address, else the one this PC knows, else it is asked for. */
export function useSchoolByAddress(website: string | undefined): { found: FoundSchool; lookAgain: () => void } {
  const [found, setFound] = useState<FoundSchool>({ kind: 'looking' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    const look = async (): Promise<void> => {
      const known = getRememberedSchool() ?? (website === undefined ? await readStoredSchool() : null);
      if (gone.signal.aborted) return;
      const code = website ?? known?.website;
      if (code === undefined) return setFound({ kind: 'ask' });
      setFound(known?.website === code ? { kind: 'found', school: known } : { kind: 'looking' });
      try {
        setFound({ kind: 'found', school: await findSchool(code, gone.signal) });
      } catch (failure) {
        if (gone.signal.aborted) return;
        setFound({ kind: failure instanceof CallFailure && failure.network ? 'unreachable' : 'unknown', website: code });
      }
    };
    void look();
    return () => gone.abort();
  }, [website, turn]);
  return { found, lookAgain: () => setTurn((n) => n + 1) };
}
