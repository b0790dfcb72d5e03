import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** Provides a query cache for pages and dialogs outside the layouts, which have none around them. */
export function OwnQueries({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } } }));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
