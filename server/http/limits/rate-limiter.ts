import type { ServerClock } from '../../ports.ts';
import { type OpenLimitStates, storeNewest } from './limit-states.ts';

const maxKeys = 20_000;

/** `limit` tokens per `everyMs`, at most `limit` at once. */
export interface RateLimit {
  readonly limit: number;
  readonly everyMs: number;
}

interface TokenBucket {
  readonly left: number;
  readonly atMs: number;
}

/**
 * Takes `weight` tokens from a bucket that refills continuously, or none if too few are left. Time that seems to go back counts as 0, because the
 * clocks of two servers may differ a little.
 */
function takeTokens(bucket: TokenBucket | undefined, { limit, everyMs }: RateLimit, nowMs: number, weight: number) {
  const left = bucket ? Math.min(limit, bucket.left + (Math.max(0, nowMs - bucket.atMs) * limit) / everyMs) : limit;
  const isAdmitted = left >= weight;
  return [{ left: isAdmitted ? left - weight : left, atMs: nowMs }, isAdmitted] as const;
}

/** Limits how often each key, such as an account or an address, may act. Counts only in the memory of this process. */
export function createRateLimiter(clock: ServerClock, rate: RateLimit) {
  const buckets = new Map<string, TokenBucket>();
  return {
    /** Takes `weight` tokens. Returns false, and takes none, if too few are left. */
    admit(key: string, weight = 1): boolean {
      const [bucket, isAdmitted] = takeTokens(buckets.get(key), rate, clock.nowMs(), weight);
      storeNewest(buckets, key, bucket, maxKeys);
      return isAdmitted;
    },
  };
}

export interface SharedLimitDeps {
  readonly clock: ServerClock;
  readonly limits: OpenLimitStates;
}

/** Limits how often each key may act, for all servers of a database together. `name`: name of the limit in `LimitSpec`. */
export function createSharedRateLimiter({ clock, limits }: SharedLimitDeps, name: string, rate: RateLimit) {
  const buckets = limits<TokenBucket>({ name, maxStates: maxKeys, keepMs: rate.everyMs });
  return {
    /** Takes `weight` tokens. Resolves with false, and takes none, if too few are left. */
    admit: (key: string, weight = 1): Promise<boolean> => buckets.update(key, (before) => takeTokens(before, rate, clock.nowMs(), weight)),
  };
}
