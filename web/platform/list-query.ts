import { keepPreviousData } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../sync/contract/call.ts';
import type { ListQuery } from '../ui/data-list.tsx';
import type { FetchPage, ListPage } from '../ui/list-pages.ts';
import type { CallAt, CallPath } from './call-path.ts';
import { useCall } from './call-query.ts';
import { call } from './call.ts';

/** The calls that give a page of a list. */
export type ListPath = { [P in CallPath]: CallOutput<CallAt<P>> extends ListPage<unknown> ? P : never }[CallPath];
/** One row of a list call. */
export type RowOf<P extends ListPath> = CallOutput<CallAt<P>> extends ListPage<infer T> ? T : never;

/**
 * Reads a page of a list call; the page before it is shown until it comes. Pass it to `DataList` as it is: export and "all that fit"
 * ask for the other pages through it.
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
