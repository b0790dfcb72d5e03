import type { UseQueryResult } from '@tanstack/react-query';
import type { CallInput } from '../../../sync/contract/call.ts';
import { readEveryRow, type ListPageResult } from '../../ui/list/list-pages.ts';
import type { CallOfPath } from './call-path.ts';
import { makeCall } from './call.ts';
import type { ListPath, ListRow } from './list-query.ts';
import { useLocalQuery } from './local-query.ts';

/** Reads every row of a list, page after page, for pages that count or arrange them. Pages that offer a choice use `OptionPicker`. */
export function useWholeList<P extends ListPath>(
  path: P,
  input: Omit<CallInput<CallOfPath<P>>, 'page' | 'pageSize'>,
  options: { readonly enabled?: boolean } = {},
): UseQueryResult<readonly ListRow<P>[]> {
  const whole = useLocalQuery(
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
  return whole as UseQueryResult<readonly ListRow<P>[]>;
}
