import { keepPreviousData } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { ListQuery } from '../../ui/list/data-list.tsx';
import { getTotalFields, type FetchPage, type ListPageResult } from '../../ui/list/list-pages.ts';
import type { CallOfPath, CallPath } from './call-path.ts';
import { useCall } from './call-query.ts';
import { makeCall } from './call.ts';

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
  const known = query.isPlaceholderData ? undefined : data;
  return {
    data,
    error: query.error,
    refetch: query.refetch,
    isPlaceholderData: query.isPlaceholderData,
    fetchPage: async (page, pageSize, signal) =>
      (await makeCall(path, { ...(input as object), page, pageSize, ...(page > 1 && getTotalFields(known)) } as CallInput<CallOfPath<P>>, {
        signal,
        quiet: true,
      })) as ListPageResult<ListRow<P>>,
  };
}
