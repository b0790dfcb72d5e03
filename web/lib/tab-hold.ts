export interface TabHold {
  /** True: no other tab has it, and none gets it before this one lets go. */
  readonly mine: Promise<boolean>;
  /** The other tab has let go: it may come late, or never. */
  readonly granted: Promise<void>;
  readonly letGo: () => void;
}

/** A page that is just being left still has it for a moment. */
const patienceMs = 500;

const locksHere = (): Pick<LockManager, 'request'> | null => (navigator as Partial<Navigator>).locks ?? null;

/** Takes something for this tab alone: a tab that is closed, or gone in whatever way, has nothing any more. Where the browser can't tell, it is taken. */
export function holdInTab(name: string, locks: Pick<LockManager, 'request'> | null = locksHere()): TabHold {
  if (locks === null) return { mine: Promise.resolve(true), granted: Promise.resolve(), letGo: () => undefined };
  const end = Promise.withResolvers<void>();
  const granted = Promise.withResolvers<void>();
  const waiting = new AbortController();
  const letGo = () => {
    waiting.abort();
    end.resolve();
    removeEventListener('pagehide', letGo);
  };
  // At once: the page that comes after a reload asks before the browser has cleared this one away.
  addEventListener('pagehide', letGo);
  locks
    .request(`wenkao.${name}`, { signal: waiting.signal }, () => {
      granted.resolve();
      return end.promise;
    })
    // Let go before it was had.
    .catch(() => undefined);
  const mine = Promise.race([
    granted.promise.then(() => true),
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), patienceMs);
    }),
  ]);
  return { mine, granted: granted.promise, letGo };
}
