import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { CallFailure } from './call.ts';
import { keepPage, keptPage } from './learning-cache.ts';
import { sessionUserAtom } from './session-atoms.ts';

/** What was asked for, and whether it is what this device kept of it because there was no network. */
export interface Kept<T> {
  readonly value: T;
  readonly fromDevice: boolean;
  /** When this device kept it, by its own clock. */
  readonly keptMs?: number;
}

/** Asks the server, and keeps what it said; without a network, what was kept. A refusal is a refusal: nothing kept goes over it. */
export function useKeptQuery<T>(name: string, key: readonly unknown[], ask: (signal: AbortSignal) => Promise<T>) {
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const query = useQuery({
    queryKey: key,
    networkMode: 'always',
    retry: false,
    queryFn: async ({ signal }): Promise<Kept<T>> => {
      try {
        const value = await ask(signal);
        void keepPage(userId, name, value);
        return { value, fromDevice: false };
      } catch (cause) {
        const kept = cause instanceof CallFailure && cause.network ? await keptPage<T>(userId, name) : null;
        if (kept === null) throw cause;
        return { value: kept.value, fromDevice: true, keptMs: kept.keptMs };
      }
    },
  });
  const { refetch } = query;
  const isKept = query.data?.fromDevice === true;
  // The query's own idea of a network begins anew with each page: one that was opened without any would never hear that it is back.
  useEffect(() => {
    if (!isKept) return undefined;
    const again = () => void refetch();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isKept, refetch]);
  return query;
}
