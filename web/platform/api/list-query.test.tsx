import { renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { invalidateCalls } from './call-query.ts';
import { useListQuery } from './list-query.ts';

const asked: object[] = [];
vi.mock('./call.ts', () => ({
  makeCall: (_path: string, input: object) => {
    asked.push(input);
    return Promise.resolve({ items: [{ id: 1 }], total: 10_000, isMore: true });
  },
}));

it('28.2: a later page sends back the total that it was given; a page that is read again is counted again', async () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const filter = { keyword: '王' };
  const list = renderHook(({ page }) => useListQuery('/user/getList', { page, pageSize: 20, filter }), {
    wrapper,
    initialProps: { page: 1 },
  });
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(list.result.current.data).toBeDefined());
  list.rerender({ page: -1 });
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    { page: 1, pageSize: 20, filter },
    { page: -1, pageSize: 20, filter, total: 10_000, isMore: true },
  ]);
  await waitFor(() => expect(list.result.current.isPlaceholderData).toBe(false));
  await invalidateCalls(client, '/user/getList');
  expect(asked.at(-1)).toEqual({ page: -1, pageSize: 20, filter });
});
