import type { CallInput } from '../../../sync/contract/call.ts';
import type { CallAt, CallPath } from '../../platform/call-path.ts';
import { call } from '../../platform/call.ts';
import { useKeptQuery } from '../../platform/kept-query.ts';

/** What a call answered last, for whoever fills a form where there is no network. `isKept`: it is that, and the school may have something newer. */
export function useKeptCall<P extends CallPath>(path: P, input: CallInput<CallAt<P>>) {
  const [, module, verb] = path.split('/');
  const query = useKeptQuery(`${path} ${JSON.stringify(input)}`, [module, verb, input, 'kept'], (signal) =>
    call(path, input, { signal, quiet: true }),
  );
  return { data: query.data?.value, isKept: query.data?.fromDevice === true, error: query.error, refetch: query.refetch };
}
