import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { call } from '../../platform/call.ts';
import type { RowOf } from '../../platform/list-query.ts';

export type Person = RowOf<'/user/getList'>;
export type ClassEntry = RowOf<'/class/getList'>;
export type GivenPassword = CallOutput<CallAt<'/user/resetPassword'>>['passwords'][number];

export const useClassOptions = () =>
  useQuery({ queryKey: ['class', 'options'], queryFn: ({ signal }) => call('/class/getOptions', {}, { signal }) });

/** Those the school teaches and examines in: a few dozen at most. */
export const useOfferedProfessions = () =>
  useQuery({
    queryKey: ['prof', 'offered'],
    queryFn: ({ signal }) => call('/prof/getList', { pageSize: 200, filter: { offered: true, enabled: true } }, { signal }),
  });

type ChangePath = '/user/remove' | '/class/remove';

/** A change made from a list; whatever comes of it, lists of people and classes show what stands now. */
export function usePeopleChange<P extends ChangePath>(path: P) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<CallAt<P>>) => call(path, input),
    onSettled: async () => {
      await Promise.all([queries.invalidateQueries({ queryKey: ['user'] }), queries.invalidateQueries({ queryKey: ['class'] })]);
    },
  });
}
