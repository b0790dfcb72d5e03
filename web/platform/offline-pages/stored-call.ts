import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { CallOfPath, CallPath } from '../api/call-path.ts';
import { getCallKey } from '../api/call-query.ts';
import { makeCall, CallFailure } from '../api/call.ts';
import { storePage, readStoredPage } from './learning-cache.ts';
import { sessionUserAtom } from '../session/session-atoms.ts';

/** An answer of the server or, without a network, the last answer that this device stored. */
interface StoredAnswer<T> {
  readonly value: T;
  readonly fromDevice: boolean;
  /** Time at which this device stored the answer, by its own clock; absent if the answer came from the server. */
  readonly keptMs?: number;
}

/** Builds a cache key that differs from the key of `useCall`, because the cached value has another shape. */
const buildStoredKey = (path: CallPath, input: unknown) => getCallKey(path, input, 'stored');

/** Returns the prefix of the names of a call's stored answers. */
export const getStoredNamePrefix = (path: CallPath): string => `${path} `;

/**
 * Makes a call that only reads, and stores its answer on this device. Without a network it returns the stored answer, but never
 * in place of a refusal. `onAnswer` receives every answer of the server; `tookMs` is the duration of the call.
 */
export function useStoredCall<P extends CallPath>(
  path: P,
  input: CallInput<CallOfPath<P>>,
  onAnswer?: (answer: CallOutput<CallOfPath<P>>, tookMs: number) => void,
) {
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const name = getStoredNamePrefix(path) + JSON.stringify(input);
  const query = useQuery({
    queryKey: buildStoredKey(path, input),
    networkMode: 'always',
    retry: false,
    queryFn: async ({ signal }): Promise<StoredAnswer<CallOutput<CallOfPath<P>>>> => {
      try {
        const askedMs = performance.now();
        const value = await makeCall(path, input, { signal, quiet: true });
        onAnswer?.(value, performance.now() - askedMs);
        void storePage(userId, name, value);
        return { value, fromDevice: false };
      } catch (cause) {
        const kept = cause instanceof CallFailure && cause.network ? await readStoredPage<CallOutput<CallOfPath<P>>>(userId, name) : null;
        if (kept === null) throw cause;
        return { value: kept.value, fromDevice: true, keptMs: kept.keptMs };
      }
    },
  });
  const { refetch } = query;
  const isKept = query.data?.fromDevice === true;
  // TanStack Query notices the network only when its state changes. A page that was opened offline must therefore listen itself.
  useEffect(() => {
    if (!isKept) return undefined;
    const reload = () => void refetch();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isKept, refetch]);
  return query;
}

/** Changes the cached answer of a call. Does nothing if none is cached. */
export const updateStoredAnswer = <P extends CallPath>(
  client: QueryClient,
  path: P,
  input: CallInput<CallOfPath<P>>,
  change: (answer: CallOutput<CallOfPath<P>>) => CallOutput<CallOfPath<P>>,
): unknown =>
  client.setQueryData<StoredAnswer<CallOutput<CallOfPath<P>>>>(
    buildStoredKey(path, input),
    (before) => before && { ...before, value: change(before.value) },
  );
