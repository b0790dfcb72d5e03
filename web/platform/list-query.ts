import { keepPreviousData } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../sync/contract/call.ts';
import type { ListQuery } from '../ui/data-list.tsx';
import type { FetchPage, ListPage } from '../ui/list-pages.ts';
import type { CallAt, CallPath } from './call-path.ts';
import { useCall } from './call-query.ts';
import { call } from './call.ts';

/** Paths of the calls that return a page of a list. */
export type ListPath = { [P in CallPath]: CallOutput<CallAt<P>> extends ListPage<unknown> ? P : never }[CallPath];
export type RowOf<P extends ListPath> = CallOutput<CallAt<P>> extends ListPage<infer T> ? T : never;

/**
 * Reads a page of a list call, and shows the previous page until the new one arrives. Pass the result to `DataList` unchanged: it reads other
 * pages through it for exports and "select all".
 */
export function useListQuery<P extends ListPath>(
  path: P,
  input: CallInput<CallAt<P>>,
): ListQuery<RowOf<P>> & { readonly fetchPage: FetchPage<RowOf<P>> } {
  const query = useCall(path, input, { placeholderData: keepPreviousData as never });
  return {
    data: query.data as ListPage<RowOf<P>> | undefined,
    error: query.error,
    refetch: query.refetch,
    isPlaceholderData: query.isPlaceholderData,
    fetchPage: async (page, pageSize, signal) =>
      (await call(path, { ...(input as object), page, pageSize } as CallInput<CallAt<P>>, { signal, quiet: true })) as ListPage<RowOf<P>>,
  };
}
