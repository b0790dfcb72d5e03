import { type QueryClient, queryOptions, useQuery, useQueryClient, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { ModuleName } from '../../../sync/contract/index.ts';
import { getTotalFields, type ListTotal } from '../../ui/list/list-pages.ts';
import type { CallOfPath, CallPath } from './call-path.ts';
import { makeCall } from './call.ts';

type Input<P extends CallPath> = CallInput<CallOfPath<P>>;
type Answer<P extends CallPath> = CallOutput<CallOfPath<P>>;

/** Names one call, or with the first part of a path all calls of a module. */
export type CallPrefix = `/${ModuleName}` | CallPath;

/**
 * Makes the key of a cached answer from its path and input: `/class/getList` with `{}` is `['class', 'getList', {}]`.
 * Two pages that make the same call share its answer, and no page can store anything else there (decision 039).
 */
export const getCallKey = (path: CallPrefix, ...input: readonly unknown[]): readonly unknown[] => [...path.split('/').slice(1), ...input];

/** Options of a query for a call. `D` is the shape that the page receives: the answer, or the result of `select`. */
type CallQueryOptions<P extends CallPath, D> = Pick<
  UseQueryOptions<Answer<P>, Error, D>,
  | 'enabled'
  | 'select'
  | 'refetchInterval'
  | 'staleTime'
  | 'gcTime'
  | 'placeholderData'
  | 'refetchOnMount'
  | 'refetchOnWindowFocus'
  | 'retry'
> & {
  /** The page shows a failure itself. */
  readonly quiet?: boolean;
  /** Version of the row that the answer describes. A new version makes the call again. */
  readonly version?: number;
  /** Sends a list call the total that another page of the list gave. It does not change the answer, so it is not part of the key. */
  readonly sendsKnownTotal?: true;
  /** Makes the next answer from the cached one, by a call that returns less. */
  readonly renew?: (known: Answer<P>, signal: AbortSignal) => Promise<Answer<P>>;
};

/** Describes the query for a call: `client.prefetchQuery(createCallQuery('/class/getList', {}))`. */
export const createCallQuery = <P extends CallPath, D = Answer<P>>(
  path: P,
  input: Input<P>,
  { quiet = false, version, sendsKnownTotal, renew, ...options }: CallQueryOptions<P, D> = {},
) =>
  queryOptions({
    ...options,
    queryKey: version === undefined ? getCallKey(path, input) : getCallKey(path, input, version),
    queryFn: ({ signal, client, queryKey }): Promise<Answer<P>> => {
      const known = renew && client.getQueryData<Answer<P>>(queryKey);
      return renew && known
        ? renew(known, signal)
        : makeCall(path, { ...input, ...(sendsKnownTotal && findKnownTotal(client, queryKey)) }, { signal, quiet });
    },
  });

/** Makes a call that only reads, and caches its answer. A page that needs another shape passes `select`. */
export const useCall = <P extends CallPath, D = Answer<P>>(
  path: P,
  input: Input<P>,
  options: CallQueryOptions<P, D> = {},
): UseQueryResult<D> => useQuery(createCallQuery(path, input, options));

/** Makes the call even if an answer is cached, and caches the new answer. Closing the page does not cancel it. */
export const fetchCall = <P extends CallPath>(
  client: QueryClient,
  path: P,
  input: Input<P>,
  { quiet = false }: { readonly quiet?: boolean } = {},
): Promise<Answer<P>> =>
  client.fetchQuery({
    queryKey: getCallKey(path, input),
    queryFn: (): Promise<Answer<P>> => makeCall(path, input, { quiet }),
    staleTime: 0,
  });

/** Takes the rows out of an answer: `useCall('/class/getOptions', {}, { select: getItems })`. */
export const getItems = <T>(answer: { readonly items: readonly T[] }): readonly T[] => answer.items;

/** Marks the answers of these calls as stale, and makes the calls again that a page shows. Resolves when their answers are here. */
export const invalidateCalls = async (client: QueryClient, ...prefixes: readonly CallPrefix[]): Promise<void> => {
  await Promise.all(
    prefixes.map(async (prefix) => {
      const queryKey = getCallKey(prefix);
      // The library would join a first request that is still running, whose answer may be older than the change.
      await client.cancelQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined });
      await client.invalidateQueries({ queryKey });
    }),
  );
};

/** Gives `invalidateCalls` for the cache around this page: `onSettled: () => invalidate('/user', '/class')`. */
export function useInvalidate(): (...prefixes: readonly CallPrefix[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback((...prefixes) => invalidateCalls(client, ...prefixes), [client]);
}

/**
 * Finds the total that another page of the same list gave, so that the server need not count again. The first page, and a page that is read
 * again, are counted.
 */
function findKnownTotal(client: QueryClient, queryKey: readonly unknown[]) {
  const [module, call, input] = queryKey as readonly [string, string, { readonly page?: number; readonly filter?: unknown }];
  if ((input.page ?? 1) === 1 || client.getQueryData(queryKey) !== undefined) return undefined;
  const filter = JSON.stringify(input.filter);
  const pages = client.getQueryCache().findAll({
    queryKey: [module, call],
    predicate: ({ queryKey: [, , other], state }) =>
      state.data !== undefined && !state.isInvalidated && JSON.stringify((other as typeof input).filter) === filter,
  });
  const newest = pages.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0];
  return getTotalFields(newest?.state.data as ListTotal | undefined);
}
