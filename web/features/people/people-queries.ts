import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import { makeCall } from '../../platform/api/call.ts';
import { useInvalidate } from '../../platform/api/call-query.ts';
import type { ListRow } from '../../platform/api/list-query.ts';
import { useAction } from '../../platform/api/use-action.ts';

/** Types of accounts that the two lists of people show, the most common type first. */
export const staffTypes = [6, 4, 5, 12] as const;
export const studentTypes = [7, 8] as const;
export type ListedType = (typeof staffTypes | typeof studentTypes)[number];
export type ListedPerson = ListRow<'/user/getList'>;
export type ClassEntry = ListRow<'/class/getList'>;
export type IssuedPassword = CallOutput<CallOfPath<'/user/resetPassword'>>['passwords'][number];

type ChangePath = '/user/remove' | '/class/remove';

/** Changes people or classes; the dialog that asks shows a refusal. Afterwards, also after a failure, the lists of both are refetched. */
export function usePeopleChange<P extends ChangePath>(path: P) {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: (input: CallInput<CallOfPath<P>>) => makeCall(path, input, { quiet: true }),
    onSettled: () => invalidate('/user', '/class'),
  });
}
