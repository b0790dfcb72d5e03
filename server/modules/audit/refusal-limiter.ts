import type { ServerClock } from '../../ports.ts';

/** Logged refusals per minute and address. A whole exam room mistypes less often; a guesser reaches it in seconds. */
const perMinute = 60;
const maxAddresses = 10_000;

/** Keeps a flood of refused calls from filling the disk. Refusals above the limit are only counted, and the next logged one carries the count. */
export function createRefusalLimiter(clock: ServerClock) {
  const addresses = new Map<string, { minute: number; kept: number; leftOut: number }>();
  return {
    /** Returns undefined if this refusal must not be logged, otherwise the number of refusals left out since the last logged one. */
    take(ip: string): number | undefined {
      const minute = Math.floor(clock.nowMs() / 60_000);
      const known = addresses.get(ip) ?? { minute, kept: 0, leftOut: 0 };
      if (known.minute !== minute) Object.assign(known, { minute, kept: 0 });
      addresses.delete(ip);
      addresses.set(ip, known);
      if (addresses.size > maxAddresses) addresses.delete(addresses.keys().next().value as string);
      if (known.kept >= perMinute) {
        known.leftOut += 1;
        return undefined;
      }
      known.kept += 1;
      const { leftOut } = known;
      known.leftOut = 0;
      return leftOut;
    },
  };
}
