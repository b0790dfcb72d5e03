import type { CallOutput } from '../../../sync/contract/call.ts';
import type { detailCalls } from '../../../sync/contract/detail.ts';
import { useCall, useInvalidate } from '../../platform/call-query.ts';
import { call } from '../../platform/call.ts';
import type { RowOf } from '../../platform/list-query.ts';
import { useAction } from '../../platform/use-action.ts';
import { toast } from '../../ui/toast.ts';

export type DetailTable = CallOutput<(typeof detailCalls)['getById']>;
export type DetailTableRow = RowOf<'/detail/getList'>;

/** Loads a table when its editor opens and does not refetch it before a save, so that nothing changes while the user edits. */
export function useDetailTable(id: number) {
  const table = useCall('/detail/getById', { id }, { refetchOnMount: 'always', refetchOnWindowFocus: false, staleTime: Infinity });
  return { data: table.isFetchedAfterMount ? table.data : undefined, error: table.error, refetch: table.refetch };
}

/** Publishes, withdraws or removes a whole table. */
export function useTableChange(path: '/detail/publish' | '/detail/withdraw' | '/detail/remove', done: string) {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: async (key: { id: number; version: number }) => {
      await call(path, key);
    },
    onSuccess: () => toast.success(done),
    onSettled: () => invalidate('/detail'),
  });
}
