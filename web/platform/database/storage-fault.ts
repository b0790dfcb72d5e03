import { StorageFault } from '../../../sync/engine/ports.ts';

/**
 * Recognises a full disk, which appears in three forms: a `QuotaExceededError`, an `AbortError` whose `inner` is such an error, or a list of failures
 * of a bulk write. The second form occurs because a write over quota succeeds within its transaction, and only the commit fails.
 */
function isQuota(error: unknown, depth = 0): boolean {
  if (depth > 4 || typeof error !== 'object' || error === null) return false;
  if ('name' in error && error.name === 'QuotaExceededError') return true;
  const inner = 'inner' in error ? error.inner : 'cause' in error ? error.cause : undefined;
  return isQuota(inner, depth + 1);
}

/**
 * Runs one store operation and turns every failure into a `StorageFault`. `transactionError`: the error of the IndexedDB transaction, because
 * pending requests only report that it was aborted.
 */
export async function guardStorage<T>(work: () => PromiseLike<T>, transactionError?: () => unknown): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageFault) throw error;
    throw new StorageFault(isQuota(error) || isQuota(transactionError?.()) ? 'quota' : 'storage', error);
  }
}
