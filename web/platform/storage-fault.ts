import { StorageFault } from '../../sync/engine/ports.ts';

/**
 * A full disk shows in three ways: `QuotaExceededError` itself, an `AbortError` whose `inner` is one (inside a transaction an
 * over-quota add resolves, and only the commit fails), or a list of failures of a bulk write.
 */
function isQuota(error: unknown, depth = 0): boolean {
  if (depth > 4 || typeof error !== 'object' || error === null) return false;
  if ('name' in error && error.name === 'QuotaExceededError') return true;
  const inner = 'inner' in error ? error.inner : 'cause' in error ? error.cause : undefined;
  return isQuota(inner, depth + 1);
}

/**
 * Runs one store operation; what fails, fails as a `StorageFault`. `transactionError`: what IndexedDB itself says of the
 * transaction, since requests that were still waiting in it only know that it was aborted.
 */
export async function guarded<T>(work: () => PromiseLike<T>, transactionError?: () => unknown): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageFault) throw error;
    throw new StorageFault(isQuota(error) || isQuota(transactionError?.()) ? 'quota' : 'storage', error);
  }
}
