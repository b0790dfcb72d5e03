import type { ServerClock } from '../ports.ts';

const maxKeys = 20_000;

/** So many in so long, by key; a bucket that refills steadily, so nobody waits for a full hour to strike. */
export function floodGate(clock: ServerClock, { limit, everyMs }: { limit: number; everyMs: number }) {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return {
    /** `weight`: how much of it this one takes. */
    admit(key: string, weight = 1): boolean {
      const nowMs = clock.nowMs();
      const known = buckets.get(key);
      const left = known ? Math.min(limit, known.left + ((nowMs - known.atMs) * limit) / everyMs) : limit;
      buckets.delete(key);
      buckets.set(key, { left: left >= weight ? left - weight : left, atMs: nowMs });
      // Oldest first: addresses without end can't grow this without bound.
      if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value as string);
      return left >= weight;
    },
  };
}
