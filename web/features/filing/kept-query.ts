import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import { readDraft, writeDraft } from '../../lib/draft.ts';
import type { CallAt, CallPath } from '../../platform/call-path.ts';
import { call, CallFailure } from '../../platform/call.ts';
import { MemoryOwner } from '../../ui/table-memory.ts';

/**
 * What a call answered last, on this device, for whoever fills a form where there is no network: sealed as drafts are. `isKept`: it is that, and
 * the school may have something newer.
 */
export function useKeptQuery<P extends CallPath>(path: P, input: CallInput<CallAt<P>>) {
  const [, module, verb] = path.split('/');
  const place = `${useContext(MemoryOwner)}.kept.${path}.${JSON.stringify(input)}`;
  const query = useQuery({
    queryKey: [module, verb, input, 'kept'],
    queryFn: async ({ signal }) => {
      try {
        const answer = await call(path, input, { signal, quiet: true });
        writeDraft(place, { savedMs: Date.now(), value: answer });
        return { answer, isKept: false };
      } catch (failure) {
        const kept = failure instanceof CallFailure && failure.network ? readDraft<CallOutput<CallAt<P>>>(place) : null;
        if (kept === null) throw failure;
        return { answer: kept.value, isKept: true };
      }
    },
    networkMode: 'always',
    retry: false,
  });
  return { data: query.data?.answer, isKept: query.data?.isKept === true, error: query.error, refetch: query.refetch };
}
