import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { CallFailure } from './call.ts';
import { keepPage, keptPage } from './learning-cache.ts';
import { sessionUserAtom } from './session-atoms.ts';

/** What was asked for, and whether it is what this device kept of it because there was no network. */
export interface Kept<T> {
  readonly value: T;
  readonly fromDevice: boolean;
}

/** Asks the server, and keeps what it said; without a network, what was kept. A refusal is a refusal: nothing kept goes over it. */
export function useKeptQuery<T>(name: string, key: readonly unknown[], ask: (signal: AbortSignal) => Promise<T>) {
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  return useQuery({
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
        return { value: kept, fromDevice: true };
      }
    },
  });
}
