export interface TabLock {
  /** Resolves with true if this tab has the lock; with false if another tab holds it after half a second. */
  readonly isHeld: Promise<boolean>;
  /** Resolves when this tab gets the lock, which may be never. */
  readonly granted: Promise<void>;
  readonly release: () => void;
}

/** Milliseconds to wait for the lock before it counts as another tab's: a page that is being closed holds it for a moment. */
const patienceMs = 500;

const getLockManager = (): Pick<LockManager, 'request'> | null => (navigator as Partial<Navigator>).locks ?? null;

/** Takes a lock for this tab. The browser frees it when the tab ends in any way. A browser without locks grants it at once. */
export function lockInTab(name: string, locks: Pick<LockManager, 'request'> | null = getLockManager()): TabLock {
  if (locks === null) return { isHeld: Promise.resolve(true), granted: Promise.resolve(), release: () => undefined };
  const end = Promise.withResolvers<void>();
  const granted = Promise.withResolvers<void>();
  const waiting = new AbortController();
  const letGo = () => {
    waiting.abort();
    end.resolve();
    removeEventListener('pagehide', letGo);
  };
  // Free the lock early: after a reload the new page asks for it before the browser has removed this one.
  addEventListener('pagehide', letGo);
  locks
    .request(`wenkao.${name}`, { signal: waiting.signal }, () => {
      granted.resolve();
      return end.promise;
    })
    // The request is rejected if `release` aborts it before the lock was granted.
    .catch(() => undefined);
  const isHeld = Promise.race([
    granted.promise.then(() => true),
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), patienceMs);
    }),
  ]);
  return { isHeld: isHeld, granted: granted.promise, release: letGo };
}
