import type { ServerClock } from '../../ports.ts';

const maxKeys = 20_000;

/** Limits how often each key may act: `limit` per `everyMs`, by a token bucket that refills continuously. */
export function createRateLimiter(clock: ServerClock, { limit, everyMs }: { limit: number; everyMs: number }) {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return {
    /** Takes `weight` tokens. Returns false, and takes none, if too few are left. */
    admit(key: string, weight = 1): boolean {
      const nowMs = clock.nowMs();
      const known = buckets.get(key);
      const left = known ? Math.min(limit, known.left + ((nowMs - known.atMs) * limit) / everyMs) : limit;
      buckets.delete(key);
      buckets.set(key, { left: left >= weight ? left - weight : left, atMs: nowMs });
      // Remove the oldest entry: unlimited addresses must not exhaust the memory.
      if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value as string);
      return left >= weight;
    },
  };
}
