import type { CallOutput } from '../../../sync/contract/call.ts';
import type { detailCalls } from '../../../sync/contract/bank/detail.ts';
import { useCall, type ListRow } from '../../platform/api/call-query.ts';

export type DetailTable = CallOutput<(typeof detailCalls)['getById']>;
export type DetailTableRow = ListRow<'/detail/getList'>;

/** Loads a detail table (of assessment points) when its editor opens. Does not refetch it before a save, so that no edit is overwritten. */
export function useDetailTable(id: number) {
  const table = useCall('/detail/getById', { id }, { refetchOnMount: 'always', refetchOnWindowFocus: false, staleTime: Infinity });
  return { data: table.isFetchedAfterMount ? table.data : undefined, error: table.error, refetch: table.refetch };
}
