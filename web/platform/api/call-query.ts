import {
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  keepPreviousData,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { ModuleName } from '../../../sync/contract/index.ts';
import { getTotalFields, type PageTotal, type FetchPage, type ListPageResult, readEveryRow } from '../../ui/list/list-pages.ts';
import type { CallOfPath, CallPath } from './call-path.ts';
import { makeCall } from './call.ts';
import type { ListQuery } from '../../ui/list/data-list.tsx';
import type { ComboboxChoice } from '../../ui/form/combobox.tsx';
import type { MachinePlace } from '../machine-place.ts';
import { useLiveQuery } from 'dexie-react-hooks';

type Input<P extends CallPath> = CallInput<CallOfPath<P>>;
type Answer<P extends CallPath> = CallOutput<CallOfPath<P>>;

/** Path of one call, or the first part of a path, which means all calls of a module. */
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
  /** True if the page itself shows a failure of the call. */
  readonly quiet?: boolean;
  /** Version of the row that the answer describes. A new version makes the call again. */
  readonly version?: number;
  /**
   * Sends a list call the total that was returned with another page of the same list. It does not change the answer, so it is not part of the cache
   * key.
   */
  readonly sendsKnownTotal?: true;
  /** Computes the new answer from the cached one, by a call that returns less than the whole answer. */
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
      const cachedAnswer = renew && client.getQueryData<Answer<P>>(queryKey);
      return renew && cachedAnswer
        ? renew(cachedAnswer, signal)
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

/** Returns the rows of an answer: `useCall('/class/getOptions', {}, { select: getItems })`. */
export const getItems = <T>(answer: { readonly items: readonly T[] }): readonly T[] => answer.items;

/** Marks the answers of these calls as stale, and repeats the calls whose answers a page shows. Resolves when the new answers have arrived. */
export const invalidateCalls = async (client: QueryClient, ...prefixes: readonly CallPrefix[]): Promise<void> => {
  await Promise.all(
    prefixes.map(async (prefix) => {
      const queryKey = getCallKey(prefix);
      // Cancel running requests of queries that have no answer yet: the library would reuse their answers, which may be older than the change.
      await client.cancelQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined });
      await client.invalidateQueries({ queryKey });
    }),
  );
};

/** Returns `invalidateCalls` for the cache around this page: `onSettled: () => invalidate('/user', '/class')`. */
export function useInvalidate(): (...prefixes: readonly CallPrefix[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback((...prefixes) => invalidateCalls(client, ...prefixes), [client]);
}

/**
 * Finds the total that another page of the same list returned, so that the server need not count the rows again. For the first page, and for a page
 * that is read again, the server counts.
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
  return getTotalFields(newest?.state.data as PageTotal | undefined);
}

/** Paths of the calls that return a page of a list. */
export type ListPath = { [P in CallPath]: CallOutput<CallOfPath<P>> extends ListPageResult<unknown> ? P : never }[CallPath];
export type ListRow<P extends ListPath> = CallOutput<CallOfPath<P>> extends ListPageResult<infer T> ? T : never;

/**
 * Reads a page of a list call, and shows the previous page until the new one arrives. Pass the result to `DataList` unchanged: it reads other
 * pages through it for exports and "select all".
 */
export function useListQuery<P extends ListPath>(
  path: P,
  input: CallInput<CallOfPath<P>>,
): ListQuery<ListRow<P>> & { readonly fetchPage: FetchPage<ListRow<P>> } {
  const query = useCall(path, input, {
    placeholderData: keepPreviousData as never,
    sendsKnownTotal: true,
  });
  const data = query.data as ListPageResult<ListRow<P>> | undefined;
  const loadedPage = query.isPlaceholderData ? undefined : data;
  return {
    data,
    error: query.error,
    refetch: query.refetch,
    isPlaceholderData: query.isPlaceholderData,
    fetchPage: async (page, pageSize, signal) =>
      (await makeCall(
        path,
        { ...(input as object), page, pageSize, ...(page > 1 && getTotalFields(loadedPage)) } as CallInput<CallOfPath<P>>,
        { signal, quiet: true },
      )) as ListPageResult<ListRow<P>>,
  };
}

/** Result types of `useLocalQuery` by the name of the query. Only one hook uses each name. */
interface LocalAnswers {
  /** Room and number at which this PC is registered, read from its own database; null if it is not. */
  readonly machinePlace: MachinePlace | null;
  /** Names of chosen options, read by their ids. */
  readonly optionLabels: readonly ComboboxChoice[];
  /** Every row of a list, read page by page. */
  readonly wholeList: readonly unknown[];
  /** All enrolment forms or declaration forms that match a filter, read page by page. */
  readonly approvedApplications: readonly ListRow<'/enroll/getList' | '/declare/getList'>[];
}

/**
 * Reads this device's own data, or a list that takes many calls. The cache drops the result when its page closes. `keepsPrevious`: shows the
 * previous input's result until the new one is read.
 */
export const useLocalQuery = <N extends keyof LocalAnswers>(
  name: N,
  input: unknown,
  read: () => Promise<LocalAnswers[N]>,
  { keepsPrevious = false, ...options }: { readonly enabled?: boolean; readonly keepsPrevious?: boolean } = {},
): UseQueryResult<LocalAnswers[N]> =>
  useQuery({
    queryKey: ['local', name, input],
    queryFn: read,
    gcTime: 0,
    ...options,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });

/** Reads every row of a list, page after page, for pages that count or arrange them. Pages that offer a choice use `OptionPicker`. */
export function useWholeList<P extends ListPath>(
  path: P,
  input: Omit<CallInput<CallOfPath<P>>, 'page' | 'pageSize'>,
  options: { readonly enabled?: boolean } = {},
): UseQueryResult<readonly ListRow<P>[]> {
  const listQuery = useLocalQuery(
    'wholeList',
    [path, input],
    async () => {
      const { rows } = await readEveryRow(
        async (page, pageSize, signal) =>
          (await makeCall(path, { ...input, page, pageSize } as unknown as CallInput<CallOfPath<P>>, {
            signal,
            quiet: true,
          })) as ListPageResult<ListRow<P> & { readonly id: number }>,
        { idOf: (row) => row.id, limit: Infinity, signal: new AbortController().signal },
      );
      return rows;
    },
    options,
  );
  return listQuery as UseQueryResult<readonly ListRow<P>[]>;
}

/**
 * Runs a query on the device database, and again after every change by any tab. Undefined before the first result. Use it only for lists and
 * notices: it may see writes that are not durable yet, so it must not drive a save indicator (SY3).
 */
export function useDeviceQuery<T>(query: () => Promise<T>, of: readonly unknown[]): T | undefined {
  return useLiveQuery(query, [...of]);
}
