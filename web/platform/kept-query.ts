import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { CallInput, CallOutput } from '../../sync/contract/call.ts';
import type { CallAt, CallPath } from './call-path.ts';
import { callKey } from './call-query.ts';
import { call, CallFailure } from './call.ts';
import { keepPage, keptPage } from './learning-cache.ts';
import { sessionUserAtom } from './session-atoms.ts';

/** An answer of the server, or without a network the last one that this device stored. */
export interface Kept<T> {
  readonly value: T;
  readonly fromDevice: boolean;
  /** When this device stored it, by its own clock. */
  readonly keptMs?: number;
}

/** Differs from the key of `useCall`, because the cached value has another shape. */
const keptKey = (path: CallPath, input: unknown) => callKey(path, input, 'kept');

/** How the names of all stored answers of a call begin. */
export const keptPrefix = (path: CallPath): string => `${path} `;

/**
 * Makes a call that only reads, and stores its answer on this device. Without a network it gives the stored answer; a refusal is
 * never replaced by it. `onAnswer` gets every answer of the server, with the time in milliseconds that it took.
 */
export function useKeptCall<P extends CallPath>(
  path: P,
  input: CallInput<CallAt<P>>,
  onAnswer?: (answer: CallOutput<CallAt<P>>, tookMs: number) => void,
) {
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const name = keptPrefix(path) + JSON.stringify(input);
  const query = useQuery({
    queryKey: keptKey(path, input),
    networkMode: 'always',
    retry: false,
    queryFn: async ({ signal }): Promise<Kept<CallOutput<CallAt<P>>>> => {
      try {
        const askedMs = performance.now();
        const value = await call(path, input, { signal, quiet: true });
        onAnswer?.(value, performance.now() - askedMs);
        void keepPage(userId, name, value);
        return { value, fromDevice: false };
      } catch (cause) {
        const kept = cause instanceof CallFailure && cause.network ? await keptPage<CallOutput<CallAt<P>>>(userId, name) : null;
        if (kept === null) throw cause;
        return { value: kept.value, fromDevice: true, keptMs: kept.keptMs };
      }
    },
  });
  const { refetch } = query;
  const isKept = query.data?.fromDevice === true;
  // TanStack Query learns of the network only by its events: a page that was opened offline must listen itself.
  useEffect(() => {
    if (!isKept) return undefined;
    const again = () => void refetch();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isKept, refetch]);
  return query;
}

/** Changes the cached answer of a call in place, where there is one. */
export const updateKept = <P extends CallPath>(
  client: QueryClient,
  path: P,
  input: CallInput<CallAt<P>>,
  change: (answer: CallOutput<CallAt<P>>) => CallOutput<CallAt<P>>,
): unknown =>
  client.setQueryData<Kept<CallOutput<CallAt<P>>>>(keptKey(path, input), (before) => before && { ...before, value: change(before.value) });
