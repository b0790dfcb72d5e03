import type { UseQueryResult } from '@tanstack/react-query';
import type { CallInput } from '../../sync/contract/call.ts';
import { everyRow, type ListPage } from '../ui/list-pages.ts';
import type { CallAt } from './call-path.ts';
import { call } from './call.ts';
import type { ListPath, RowOf } from './list-query.ts';
import { useLocal } from './local-query.ts';

/** Reads every row of a list, page after page, for pages that count or arrange them. Pages that offer a choice use `OptionPicker`. */
export function useWholeList<P extends ListPath>(
  path: P,
  input: Omit<CallInput<CallAt<P>>, 'page' | 'pageSize'>,
  options: { readonly enabled?: boolean } = {},
): UseQueryResult<readonly RowOf<P>[]> {
  const whole = useLocal(
    'wholeList',
    [path, input],
    async () => {
      const { rows } = await everyRow(
        async (page, pageSize, signal) =>
          (await call(path, { ...input, page, pageSize } as unknown as CallInput<CallAt<P>>, { signal, quiet: true })) as ListPage<
            RowOf<P> & { readonly id: number }
          >,
        { idOf: (row) => row.id, limit: Infinity, signal: new AbortController().signal },
      );
      return rows;
    },
    options,
  );
  return whole as UseQueryResult<readonly RowOf<P>[]>;
}
