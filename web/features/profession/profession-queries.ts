import type { CallInput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import { useInvalidate, type ListRow } from '../../platform/api/call-query.ts';
import { makeCall } from '../../platform/api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import { toast } from '../../ui/feedback/toast.ts';

export type ProfessionRow = ListRow<'/prof/getList'>;

type ChangePath = '/prof/setStatus' | '/prof/setOffered' | '/prof/setArea';

/** Runs a change made from a list and reloads the list, even if the change failed. */
export function useProfessionChange<P extends ChangePath>(path: P, done: string | ((input: CallInput<CallOfPath<P>>) => string)) {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: (input: CallInput<CallOfPath<P>>) => makeCall(path, input),
    onSuccess: (_answer, input) => toast.success(typeof done === 'string' ? done : done(input)),
    onSettled: () => invalidate('/prof'),
  });
}

/** Returns the address of a profession's certified bank. */
export const getBankPath = (row: Pick<ProfessionRow, 'code'>): string => `/question/List/${row.code}`;
