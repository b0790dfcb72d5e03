import type { CallInput } from '../../../sync/contract/call.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { useInvalidate } from '../../platform/call-query.ts';
import { call } from '../../platform/call.ts';
import type { RowOf } from '../../platform/list-query.ts';
import { useAction } from '../../platform/use-action.ts';
import { toast } from '../../ui/toast.ts';

export type ProfessionRow = RowOf<'/prof/getList'>;

type ChangePath = '/prof/setStatus' | '/prof/setOffered' | '/prof/setArea';

/** Runs a change made from a list and reloads the list, even if the change failed. */
export function useProfChange<P extends ChangePath>(path: P, done: string | ((input: CallInput<CallAt<P>>) => string)) {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: (input: CallInput<CallAt<P>>) => call(path, input),
    onSuccess: (_answer, input) => toast.success(typeof done === 'string' ? done : done(input)),
    onSettled: () => invalidate('/prof'),
  });
}

/** Returns the address of a profession's certified bank. */
export const bankOf = (row: Pick<ProfessionRow, 'code'>): string => `/question/List/${row.code}`;
