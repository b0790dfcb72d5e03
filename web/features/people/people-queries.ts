import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { call } from '../../platform/call.ts';
import { useInvalidate } from '../../platform/call-query.ts';
import type { RowOf } from '../../platform/list-query.ts';
import { useAction } from '../../platform/use-action.ts';

export type Person = RowOf<'/user/getList'>;
export type ClassEntry = RowOf<'/class/getList'>;
export type GivenPassword = CallOutput<CallAt<'/user/resetPassword'>>['passwords'][number];

type ChangePath = '/user/remove' | '/class/remove';

/** Changes people or classes. Afterwards, also after a failure, the lists of both are refetched. */
export function usePeopleChange<P extends ChangePath>(path: P) {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: (input: CallInput<CallAt<P>>) => call(path, input),
    onSettled: () => invalidate('/user', '/class'),
  });
}
