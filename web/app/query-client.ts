import { QueryClient } from '@tanstack/react-query';
import { createPressMutationCache } from './press-mutations.ts';
import { CallFailure } from '../platform/api/call.ts';

/** Creates the query client of the staff pages. Only network failures are retried; a refusal would stay the same. */
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
