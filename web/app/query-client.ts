import { QueryClient } from '@tanstack/react-query';
import { pressMutations } from './press-mutations.ts';
import { CallFailure } from '../platform/call.ts';

/** Server state of the staff's pages. Only the network is tried again: a refusal stays a refusal. */
export const queryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: pressMutations(),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => error instanceof CallFailure && error.network && count < 2,
        refetchOnWindowFocus: true,
        // The browser's own idea of "offline" is wrong in exam rooms (a network without internet): always try.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
