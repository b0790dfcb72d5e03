import type { ServerClock } from '../../ports.ts';

interface Tally {
  failures: number;
  /** Attempts on this account wait until then. */
  openMs: number;
  touchedMs: number;
}

const freeFailures = 5;
const longestWaitMs = 30_000;
const forgetMs = 15 * 60_000;
const maxAccounts = 50_000;

const addressFree = 60;
const addressHoldStepMs = 50;
const addressLongestHoldMs = 3_000;

export interface SignInThrottle {
  /** How long this account must still wait; 0: go on. Counts the attempt as failed until `succeeded` says otherwise. */
  attempt(account: string, ip: string): { waitMs: number; holdMs: number };
  succeeded(account: string, ip: string): void;
}

/**
 * Guessing slows down; nobody is locked out. By account: after five wrong ones each further one doubles the wait, up to
 * 30 s, so a prank costs its victim half a minute. By address: only a hold of at most 3 s before the answer, and only once
 * far more went wrong than a whole exam room mistypes, because the room sits behind one address.
 */
export function signInThrottle(clock: ServerClock): SignInThrottle {
  const accounts = new Map<string, Tally>();
  const addresses = new Map<string, Tally>();

  const tallyOf = (map: Map<string, Tally>, key: string, nowMs: number): Tally => {
    const known = map.get(key);
    if (known && nowMs - known.touchedMs < forgetMs) return known;
    const fresh = { failures: 0, openMs: 0, touchedMs: nowMs };
    map.delete(key);
    map.set(key, fresh);
    // Oldest first: a flood of made-up names can't grow this without bound.
    if (map.size > maxAccounts) map.delete(map.keys().next().value as string);
    return fresh;
  };

  return {
    attempt(account, ip) {
      const nowMs = clock.nowMs();
      const byAccount = tallyOf(accounts, account, nowMs);
      if (byAccount.openMs > nowMs) return { waitMs: byAccount.openMs - nowMs, holdMs: 0 };
      const byAddress = tallyOf(addresses, ip, nowMs);
      byAccount.failures += 1;
      byAccount.touchedMs = nowMs;
      byAddress.failures += 1;
      byAddress.touchedMs = nowMs;
      const over = byAccount.failures - freeFailures;
      if (over >= 0) byAccount.openMs = nowMs + Math.min(longestWaitMs, 1000 * 2 ** over);
      const holdMs = Math.min(addressLongestHoldMs, Math.max(0, byAddress.failures - addressFree) * addressHoldStepMs);
      return { waitMs: 0, holdMs };
    },
    succeeded(account, ip) {
      accounts.delete(account);
      // A whole room that signs in rightly is no guessing; a guesser's own account takes back that one attempt and no more.
      const byAddress = addresses.get(ip);
      if (byAddress && byAddress.failures > 0) byAddress.failures -= 1;
    },
  };
}
