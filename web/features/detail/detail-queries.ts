import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { detailCalls } from '../../../sync/contract/detail.ts';
import { call } from '../../platform/call.ts';
import type { RowOf } from '../../platform/list-query.ts';
import { toast } from '../../ui/toast.ts';

export type DetailTable = CallOutput<(typeof detailCalls)['getById']>;
export type DetailTableRow = RowOf<'/detail/getList'>;

export const useDetailTable = (id: number) =>
  useQuery({
    queryKey: ['detail', 'getById', id],
    queryFn: ({ signal }) => call('/detail/getById', { id }, { signal }),
    // What is being edited must not change under the hands; a save asks anew.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Publishing and what else happens to a table as a whole. */
export function useTableChange(path: '/detail/publish' | '/detail/withdraw' | '/detail/remove', done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (key: { id: number; version: number }) => {
      await call(path, key);
    },
    onSuccess: () => toast.success(done),
    onSettled: () => queries.invalidateQueries({ queryKey: ['detail'] }),
  });
}
