import { MutationCache } from '@tanstack/react-query';
import { registerPressWork } from './presses.ts';

/** Makes the pressed button ignore presses until its mutation is settled and its handlers have run. */
export function createPressMutationCache(): MutationCache {
  const cache = new MutationCache();
  const working = new Map<number, { end(): void }>();
  cache.subscribe(({ mutation, type }) => {
    if (mutation === undefined) return;
    const pending = mutation.state.status === 'pending';
    if (pending && type === 'updated' && !working.has(mutation.mutationId)) working.set(mutation.mutationId, registerPressWork());
    else if (!pending || type === 'removed') {
      working.get(mutation.mutationId)?.end();
      working.delete(mutation.mutationId);
    }
  });
  return cache;
}
