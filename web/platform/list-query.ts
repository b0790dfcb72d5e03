import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../sync/contract/call.ts';
import type { ListQuery } from '../ui/data-list.tsx';
import type { FetchPage, ListPage } from '../ui/list-pages.ts';
import type { CallAt, CallPath } from './call-path.ts';
import { call } from './call.ts';

/** The calls that give a page of a list. */
export type ListPath = { [P in CallPath]: CallOutput<CallAt<P>> extends ListPage<unknown> ? P : never }[CallPath];
/** One row of a list call. */
export type RowOf<P extends ListPath> = CallOutput<CallAt<P>> extends ListPage<infer T> ? T : never;

/**
 * A page of a list call, the page of before shown until it comes; whatever changes rows of the module invalidates `['paper']`, the first
 * part of its path. Pass it to `DataList` as it is: export and "all that fit" ask for the other pages through it.
 */
export function useListQuery<P extends ListPath>(
  path: P,
  input: CallInput<CallAt<P>>,
): ListQuery<RowOf<P>> & { readonly fetchPage: FetchPage<RowOf<P>> } {
  const [, module, verb] = path.split('/');
  const query = useQuery({
    queryKey: [module, verb, input],
    queryFn: async ({ signal }) => (await call(path, input, { signal })) as ListPage<RowOf<P>>,
    placeholderData: keepPreviousData,
  });
  return {
    data: query.data,
    error: query.error,
    refetch: query.refetch,
    isPlaceholderData: query.isPlaceholderData,
    fetchPage: async (page, pageSize, signal) =>
      (await call(path, { ...(input as object), page, pageSize } as CallInput<CallAt<P>>, { signal, quiet: true })) as ListPage<RowOf<P>>,
  };
}
