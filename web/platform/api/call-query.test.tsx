import { renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { invalidateCalls, useListQuery } from './call-query.ts';

const path = '/user/getList';

it('a later page sends the known total, and a page that is fetched again has its total counted again', async () => {
  const server = startFakeServer();
  server.answer(path, { items: [], total: 10_000, isMore: true });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const filter = { keyword: '王' };
  const list = renderHook(({ page }) => useListQuery(path, { page, pageSize: 20, filter }), { wrapper, initialProps: { page: 1 } });
  await waitFor(() => expect(list.result.current.data).toBeDefined());
  list.rerender({ page: -1 });
  await waitFor(() => expect(list.result.current.isPlaceholderData).toBe(false));
  await invalidateCalls(client, path);
  expect(server.sentTo(path).map(({ input }) => input)).toEqual([
    { page: 1, pageSize: 20, filter },
    { page: -1, pageSize: 20, filter, total: 10_000, isMore: true },
    { page: -1, pageSize: 20, filter },
  ]);
});
