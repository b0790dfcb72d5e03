import { QueryClient, MutationCache } from '@tanstack/react-query';
import { CallFailure } from '../platform/api/call.ts';
import { registerPressWork } from './presses.ts';

/** Makes the pressed button ignore presses until its mutation is settled and its handlers have run. */
function createPressMutationCache(): MutationCache {
  const cache = new MutationCache();
  const working = new Map<number, { end(): void }>();
  cache.subscribe(({ mutation, type }) => {
    if (mutation === undefined) return;
    const pending = mutation.state.status === 'pending';
    if (pending && type === 'updated' && !working.has(mutation.mutationId)) working.set(mutation.mutationId, registerPressWork());
    else if (!pending || type === 'removed') {
      working.get(mutation.mutationId)?.end();
      working.delete(mutation.mutationId);
    }
  });
  return cache;
}

/** Creates the query client for all pages that have a layout. Only network failures are retried; a refusal would stay the same. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: createPressMutationCache(),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => error instanceof CallFailure && error.network && count < 2,
        refetchOnWindowFocus: true,
        // Always send requests: the browser reports "offline" in exam rooms with a local network but no internet.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
