import { queryOptions } from '@tanstack/react-query';
import type { FilingKind } from '../../../sync/machines/filing-machine.ts';
import { call } from '../../platform/call.ts';

/** One form whole, as it is shown, and as the next one is fetched ahead. */
export const wholeFiling = (kind: FilingKind, id: number) =>
  queryOptions({
    queryKey: [kind, 'getById', id],
    queryFn: ({ signal }) =>
      kind === 'enroll' ? call('/enroll/getById', { id }, { signal }) : call('/declare/getById', { id }, { signal }),
  });
