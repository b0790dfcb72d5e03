import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { getCallKey, createCallQuery, fetchCall, invalidateCalls } from './call-query.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('./call.ts', () => ({ makeCall: call }));

let client: QueryClient;
beforeEach(() => {
  call.mockReset().mockImplementation((path: string) => Promise.resolve({ items: [{ path, nth: call.mock.calls.length }] }));
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
});
const classes = createCallQuery('/class/getOptions', {});
const isStale = (key: readonly unknown[]): boolean => client.getQueryState(key)?.isInvalidated === true;

it('a call with the same input is made once and shared, whatever each page selects from the answer', async () => {
  await client.fetchQuery(classes);
  const selected = createCallQuery('/class/getOptions', {}, { select: ({ items }) => items.length });
  await client.prefetchQuery(selected);
  expect(call).toHaveBeenCalledTimes(1);
  expect(client.getQueryData(selected.queryKey)).toEqual({ items: [{ path: '/class/getOptions', nth: 1 }] });
});

it('a call with another path, input or version has an answer of its own', async () => {
  await client.fetchQuery(createCallQuery('/detail/getById', { id: 1 }));
  await client.fetchQuery(createCallQuery('/detail/getById', { id: 2 }));
  await client.fetchQuery(createCallQuery('/detail/getById', { id: 1 }, { version: 3 }));
  await client.fetchQuery(createCallQuery('/course/getById', { id: 1 }));
  expect(call).toHaveBeenCalledTimes(4);
});

it('invalidateCalls marks a whole module, or one call, as stale', async () => {
  await client.prefetchQuery(classes);
  await client.prefetchQuery(createCallQuery('/class/getList', {}));
  await client.prefetchQuery(createCallQuery('/user/getList', {}));
  await invalidateCalls(client, '/class/getOptions');
  expect([isStale(getCallKey('/class/getOptions', {})), isStale(getCallKey('/class/getList', {}))]).toEqual([true, false]);
  await invalidateCalls(client, '/class');
  expect([isStale(getCallKey('/class/getList', {})), isStale(getCallKey('/user/getList', {}))]).toEqual([true, false]);
});

it('fetchCall replaces the shared answer', async () => {
  await client.fetchQuery(classes);
  await fetchCall(client, '/class/getOptions', {}, { quiet: true });
  expect(call).toHaveBeenLastCalledWith('/class/getOptions', {}, { quiet: true });
  expect(client.getQueryData(getCallKey('/class/getOptions', {}))).toEqual({ items: [{ path: '/class/getOptions', nth: 2 }] });
});

it('a query passes its abort signal and its quiet option to the call', async () => {
  await client.fetchQuery(createCallQuery('/class/getOptions', {}, { quiet: true }));
  expect(call).toHaveBeenCalledWith('/class/getOptions', {}, { quiet: true, signal: expect.any(AbortSignal) });
});

it('a list that is loading when a row is saved shows only the answer from after the change', async () => {
  const slow = Promise.withResolvers<unknown>();
  call.mockImplementationOnce(() => slow.promise);
  const shownItems: unknown[] = [];
  const stop = new QueryObserver(client, classes).subscribe(({ data }) => data && shownItems.push(data.items[0]));
  await invalidateCalls(client, '/class');
  slow.resolve({ items: [{ path: '/class/getOptions', nth: 'from before the change' }] });
  await vi.waitFor(() => expect(shownItems.at(-1)).toEqual({ path: '/class/getOptions', nth: 2 }));
  stop();
});
